import { preset } from '@app/jest';

export default preset({ name: 'workspace-e2e', nest: false });
