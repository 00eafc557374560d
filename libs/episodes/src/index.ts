export { EpisodesApiModule } from './episodes.api.module.js';
export { episodesPersistence } from './persistence.js';
