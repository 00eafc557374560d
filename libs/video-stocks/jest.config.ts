import { preset } from '@app/jest';

export default preset({ name: 'video-stocks', database: true });
