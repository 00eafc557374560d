export { anMp4, fileType, movie } from './mp4.js';
