import { preset } from '../../tools/jest/preset.mjs';

export default preset({ name: 'console', nest: false });
