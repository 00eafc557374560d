import { preset } from './preset.ts';

export default preset();
