export { CertificateAuthority as TestAuthority, type Issued, type Wanted } from '@app/certificates';
