import { preset } from '../../tools/jest/preset.mjs';

export default preset({ name: 'chapters', database: true });
