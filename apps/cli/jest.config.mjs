import { preset } from '../../tools/jest/preset.mjs';

export default preset({ name: 'cli', nest: false });
