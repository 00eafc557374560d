export { localCertificate, type LocalCertificate } from './local-certificate.js';
export { Receiver, type Report } from './receiver.js';
export { signingSecretIn } from './signatures.js';
