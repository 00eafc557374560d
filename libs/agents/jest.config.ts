import { preset } from '@app/jest';

export default preset({ name: 'agents' });
