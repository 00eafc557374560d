import { preset } from '@app/jest';

export default preset({ name: 'outbox', database: true });
