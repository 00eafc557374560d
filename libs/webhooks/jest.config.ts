import { preset } from '@app/jest';

export default preset({ name: 'webhooks', database: true });
