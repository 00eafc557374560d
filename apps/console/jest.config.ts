export { default } from '@app/jest/plain';
