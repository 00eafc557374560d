import { preset } from '@app/jest';

export default preset({ name: 'certificates', nest: false });
