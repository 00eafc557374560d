import { preset } from '../../../tools/jest/preset.mjs';

export default preset({ name: 'processes', nest: false });
