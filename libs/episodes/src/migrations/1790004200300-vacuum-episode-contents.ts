import { AutovacuumOf } from '@app/database/migrations';

/** Each transcript, chapters and video updates a row. */
export class VacuumEpisodeContents1790004200300 extends AutovacuumOf({ episode_contents: { vacuum: 0.02 } }) {}
