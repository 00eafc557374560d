import { preset } from '../../tools/jest/preset.mjs';

export default preset({ name: 'video-stocks', database: true });
