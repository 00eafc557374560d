export { EpisodesApiModule } from './episodes.module.js';
export { episodesPersistence } from './persistence.js';
