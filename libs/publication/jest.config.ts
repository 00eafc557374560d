import { preset } from '@app/jest';

export default preset({ name: 'publication', database: true });
