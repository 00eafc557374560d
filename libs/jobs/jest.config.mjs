import { preset } from '../../tools/jest/preset.mjs';

export default preset({ name: 'jobs', database: true });
