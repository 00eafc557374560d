export { stopPostgres as default } from './setup.mts';
