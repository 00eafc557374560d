export { readListenerEnv, type ListenerEnv } from './listener.env.ts';
export { localCertificate, type LocalCertificate } from './local-certificate.ts';
export { Receiver, type Report } from './receiver.ts';
export { signingSecretIn } from './signatures.ts';
