import { preset } from '../../../tools/jest/preset.mjs';

export default preset({ name: 'certificates', nest: false });
