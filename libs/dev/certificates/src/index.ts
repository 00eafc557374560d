export { CertificateAuthority, type Issued, type Wanted } from './certificate-authority.ts';
