import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';

/** Layout of a sealed text: version, first bytes of the key's hash, nonce, tag, ciphertext. */
const VERSION = 1;
const KEY_ID = 4;
const NONCE = 12;
const TAG = 16;
const HEAD = 1 + KEY_ID + NONCE + TAG;

/**
 * Seals secrets for the database: AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce. What is sealed names its
 * key, so that a new key seals while the ones before it still open.
 */
export class Encryption {
  private readonly keys: ReadonlyMap<string, KeyObject>; // with the bytes of a key, opening takes four times as long
  private readonly current: Buffer;

  /**
   * @param key 32 bytes in base64: seals and opens
   * @param previous keys that only open
   */
  constructor(key: string, previous: readonly string[] = []) {
    this.current = Buffer.from(key, 'base64');
    this.keys = new Map(
      [...previous.map((one) => Buffer.from(one, 'base64')), this.current].map((one) => [keyId(one).toString('hex'), createSecretKey(one)]),
    );
  }

  /** @param context what the text belongs to; it opens for the same context alone */
  seal(text: string, context: string): Buffer {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', this.current, nonce, { authTagLength: TAG }).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), keyId(this.current), nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error when the key is unknown, or the bytes or the context are not those of `seal` */
  open(sealed: Buffer, context: string): string {
    const id = sealed.subarray(1, 1 + KEY_ID).toString('hex');
    const key = this.keys.get(id);
    if (sealed[0] !== VERSION || sealed.length < HEAD) throw new Error('this is not a sealed text');
    if (!key) throw new Error(`the key ${id} is not known: it is neither ENCRYPTION_KEY nor one of ENCRYPTION_PREVIOUS_KEYS`);
    const nonce = sealed.subarray(1 + KEY_ID, 1 + KEY_ID + NONCE);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(HEAD - TAG, HEAD));
    return decipher.update(sealed.subarray(HEAD), undefined, 'utf8') + decipher.final('utf8');
  }

  /** Whether the present key has sealed this, and not one of those before it. */
  isCurrent(sealed: Buffer): boolean {
    return sealed.subarray(1, 1 + KEY_ID).equals(keyId(this.current));
  }
}

function keyId(key: Buffer): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, KEY_ID);
}
