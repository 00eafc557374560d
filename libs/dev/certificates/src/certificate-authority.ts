import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** A key and its certificate, PEM, as `https.createServer` takes them. */
export type Issued = { readonly key: string; readonly cert: string };

type Wanted = {
  /** DNS names, or addresses, that the certificate is for. */
  readonly names: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
};

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/**
 * A certificate authority for receivers on this machine: `pem` is what a client has to trust. Its key is in memory
 * alone, so that nothing more can be issued in its name once it is forgotten.
 */
export class CertificateAuthority {
  private serial = 1;
  readonly pem: string;
  private readonly certificate: x509.X509Certificate;
  private readonly keys: webcrypto.CryptoKeyPair;

  private constructor(certificate: x509.X509Certificate, keys: webcrypto.CryptoKeyPair) {
    this.pem = certificate.toString('pem');
    this.certificate = certificate;
    this.keys = keys;
  }

  /** @param notAfter when it ends, and with it what it has issued; in a day unless said otherwise */
  static async create(name = 'Local CA', notAfter = inDays(1)): Promise<CertificateAuthority> {
    const keys = await newKeys();
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: '01',
      name: `CN=${name}`,
      notBefore: inDays(-1),
      notAfter,
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    });
    return new CertificateAuthority(certificate, keys);
  }

  /** A certificate for a server; valid now unless said otherwise. */
  async issue({ names, notBefore = inDays(-1), notAfter = inDays(1) }: Wanted): Promise<Issued> {
    const keys = await newKeys();
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: (++this.serial).toString(16).padStart(4, '0'),
      subject: `CN=${names[0]}`,
      issuer: this.certificate.subject,
      notBefore,
      notAfter,
      signingAlgorithm: ALGORITHM,
      publicKey: keys.publicKey,
      signingKey: this.keys.privateKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(
          names.map((value) => ({ type: /^[\d.]+$/.test(value) ? ('ip' as const) : ('dns' as const), value })),
        ),
        await x509.AuthorityKeyIdentifierExtension.create(this.keys.publicKey),
      ],
    });
    return { cert: certificate.toString('pem'), key: await pem(keys.privateKey) };
  }
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * DAY_MS);
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function pem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return `-----BEGIN PRIVATE KEY-----\n${der.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END PRIVATE KEY-----\n`;
}
