import type { components } from '@app/client';
import { listing, take, type Context } from '../context.js';

type Token = components['schemas']['TokenRecord'];
type Permission = Token['permissions'][number];

export async function list(context: Context): Promise<void> {
  const client = await context.client();
  const data = await take(client.items('/api/v1/tokens', { params: { query: { first: 100 } } }));
  context.answer({ data }, () => {
    const rows = data.map(({ id, label, permissions, expires_at, last_used_at }) => [
      id,
      permissions.join(',') || '-',
      expires_at ?? 'never',
      last_used_at ?? 'not yet',
      label ?? '',
    ]);
    return listing(['ID', 'PERMISSIONS', 'EXPIRES', 'LAST USED', 'LABEL'], rows, 'No tokens.');
  });
}

export type CreateOptions = { readonly label: string; readonly permission: readonly Permission[]; readonly expiresInDays?: number };

/** `token create`: the one command, with `token rotate`, that prints a secret: it is shown this once. */
export async function create(context: Context, { label, permission, expiresInDays }: CreateOptions): Promise<void> {
  const client = await context.client();
  const body = { label, permissions: [...permission], expires_in_days: expiresInDays };
  const { data } = await client.POST('/api/v1/tokens', { body });
  context.answer(data, () => shownOnce(data.data));
}

export async function rotate(context: Context, token: string, { overlapSeconds = 0 }: { readonly overlapSeconds?: number }): Promise<void> {
  const client = await context.client();
  const body = { overlap_seconds: overlapSeconds };
  const { data } = await client.POST('/api/v1/tokens/{token}/rotate', { params: { path: { token } }, body });
  context.answer(data, () => shownOnce(data.data));
}

export async function revoke(context: Context, token: string): Promise<void> {
  const client = await context.client();
  const { data } = await client.DELETE('/api/v1/tokens/{token}', { params: { path: { token } } });
  context.answer(data, () => `${token}: ended, with every token that it has made\n`);
}

function shownOnce({ id, token }: Token & { readonly token: string }): string {
  return `${id}\n${token}\nThis is the only time that the secret is shown.\n`;
}
