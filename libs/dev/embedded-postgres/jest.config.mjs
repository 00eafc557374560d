import { preset } from '../../../tools/jest/preset.mjs';

export default preset({ name: 'embedded-postgres', nest: false });
