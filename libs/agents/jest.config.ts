export { default } from '@app/jest/nest';
