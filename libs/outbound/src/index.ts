export { OutboundModule } from './outbound.module.js';
