import { preset } from '@app/jest';

export default preset({ name: 'feeds', database: true });
