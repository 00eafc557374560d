import { preset } from '@app/jest';

export default preset({ name: 'processes', nest: false });
