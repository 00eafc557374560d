import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { CertificateAuthority } from './certificate-authority.ts';

describe('a certificate', () => {
  it('a certificate is signed by its authority, is valid for its names alone, and can sign no other', async () => {
    const [authority, other] = [await CertificateAuthority.create(), await CertificateAuthority.create()];
    const { cert, key } = await authority.issue({ names: ['hooks.example.com', '127.0.0.1'] });
    const issued = new X509Certificate(cert);
    expect(issued.verify(new X509Certificate(authority.pem).publicKey)).toBe(true);
    expect(issued.verify(new X509Certificate(other.pem).publicKey)).toBe(false);
    expect([issued.checkHost('hooks.example.com'), issued.checkIP('127.0.0.1'), issued.checkHost('example.com')]).toEqual([
      'hooks.example.com',
      '127.0.0.1',
      undefined,
    ]);
    expect([issued.ca, new X509Certificate(authority.pem).ca]).toEqual([false, true]);
    expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  });

  it('a certificate ends when it is told to, and so does its authority', async () => {
    const notAfter = new Date('2046-11-21T08:00:00Z');
    const authority = await CertificateAuthority.create('Long', notAfter);
    const { cert } = await authority.issue({ names: ['a.example'], notAfter });
    for (const pem of [authority.pem, cert]) expect(new X509Certificate(pem).validToDate).toEqual(notAfter);
  });
});
