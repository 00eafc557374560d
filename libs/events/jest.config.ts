import { preset } from '@app/jest';

export default preset({ name: 'events', database: true });
