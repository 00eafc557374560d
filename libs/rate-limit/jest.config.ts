export { default } from '@app/jest/database';
