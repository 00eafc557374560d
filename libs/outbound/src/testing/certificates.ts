export { CertificateAuthority as TestAuthority, type Issued } from '@app/certificates';
