import { preset } from '@app/jest';

export default preset({ name: 'rate-limit', database: true });
