import { preset } from '@app/jest';

export default preset({ name: 'embedded-postgres', nest: false });
