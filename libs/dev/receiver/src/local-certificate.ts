import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The certificate of a local HTTPS server, and the file that its clients have to trust (`NODE_EXTRA_CA_CERTS`). */
export type LocalCertificate = { readonly key: string; readonly cert: string; readonly caFile: string };

/** Years for which the certificate is valid: longer than a folder is kept. */
const YEARS = 10;

/**
 * The certificate of a host, kept in a folder: made by the first who asks, and the same for everybody after that. Of
 * the authority only the certificate is kept, so that clients that trust it trust this one server and no other.
 *
 * @param folder of the certificate alone; made with its parents, open to its owner alone
 */
export async function localCertificate(folder: string, host: string): Promise<LocalCertificate> {
  return (await kept(folder)) ?? (await make(folder, host));
}

/** @returns undefined also when one of its files is gone */
async function kept(folder: string): Promise<LocalCertificate | undefined> {
  try {
    const [key = '', cert = ''] = await Promise.all(['key.pem', 'cert.pem', 'ca.pem'].map((name) => readFile(join(folder, name), 'utf8')));
    return { key, cert, caFile: join(folder, 'ca.pem') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function make(folder: string, host: string): Promise<LocalCertificate> {
  const { CertificateAuthority } = await import('@app/certificates'); // slow to load, and needed once
  const notAfter = new Date();
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS);
  const authority = await CertificateAuthority.create(`Local CA of ${host}`, notAfter);
  const { key, cert } = await authority.issue({ names: [host], notAfter });

  // A rename makes the folder appear complete: of two processes at once, the second uses the folder of the first.
  await mkdir(join(folder, '..'), { recursive: true });
  const next = await mkdtemp(`${folder}-`);
  await writeFile(join(next, 'key.pem'), key, { mode: 0o600 });
  await writeFile(join(next, 'cert.pem'), cert);
  await writeFile(join(next, 'ca.pem'), authority.pem);
  try {
    await rename(next, folder);
  } catch (error) {
    if (!/^(ENOTEMPTY|EEXIST)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    const theirs = await kept(folder);
    if (theirs) {
      await rm(next, { recursive: true });
      return theirs;
    }
    await rm(folder, { recursive: true }); // what is left of one is of no use to anybody
    await rename(next, folder);
  }
  return { key, cert, caFile: join(folder, 'ca.pem') };
}
