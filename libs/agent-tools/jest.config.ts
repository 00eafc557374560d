import { preset } from '@app/jest';

export default preset({ name: 'agent-tools', nest: false });
