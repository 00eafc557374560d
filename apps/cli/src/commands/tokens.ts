import type { components } from '@app/client';
import type { Command } from 'commander';
import { listing, take, type Context } from '../context.js';
import { command, positive, severalOf } from '../program/options.js';

type Token = components['schemas']['TokenRecord'];

const TOKEN = '01a1fc5d-f8a0-7b1c-9d2e-3f4a5b6c7d8e';
const PERMISSIONS = ['read', 'update', 'delete'] as const;

export function addTokens(program: Command, context: Context): void {
  const token = command(program, 'token', 'your own tokens', 'podcast token list');
  command(token, 'list', 'list your living tokens', 'podcast token list').action(() => list(context));
  const release = 'podcast token create --label "release script" --permission read,update --expires-in-days 90';
  const may = `what it may do: ${PERMISSIONS.join(', ')}; separated by commas (required)`;
  command(token, 'create', 'make a token, whose secret is shown this once', release)
    .requiredOption('--label <label>', 'what it is for (required)')
    .requiredOption('--permission <permissions>', may, severalOf(PERMISSIONS))
    .option('--expires-in-days <days>', 'when it ends; with your own token unless given', positive)
    .action((options: CreateOptions) => create(context, options));
  const rotation = `podcast token rotate ${TOKEN} --overlap-seconds 3600`;
  command(token, 'rotate <token>', 'give a token a new secret, which is shown this once', rotation)
    .option('--overlap-seconds <seconds>', 'how long the old secret goes on; it ends at once unless given', positive)
    .action((id: string, options: RotateOptions) => rotate(context, id, options));
  const ending = 'end a token, and every token that it has made';
  command(token, 'revoke <token>', ending, `podcast token revoke ${TOKEN}`).action((id: string) => revoke(context, id));
}

async function list(context: Context): Promise<void> {
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

type CreateOptions = { readonly label: string; readonly permission: Token['permissions']; readonly expiresInDays?: number };

/** `token create`: the one command, with `token rotate`, that prints a secret: it is shown this once. */
async function create(context: Context, { label, permission, expiresInDays }: CreateOptions): Promise<void> {
  const client = await context.client();
  const body = { label, permissions: [...permission], expires_in_days: expiresInDays };
  const { data } = await client.POST('/api/v1/tokens', { body });
  context.answer(data, () => shownOnce(data.data));
}

type RotateOptions = { readonly overlapSeconds?: number };

async function rotate(context: Context, token: string, { overlapSeconds = 0 }: RotateOptions): Promise<void> {
  const client = await context.client();
  const body = { overlap_seconds: overlapSeconds };
  const { data } = await client.POST('/api/v1/tokens/{token}/rotate', { params: { path: { token } }, body });
  context.answer(data, () => shownOnce(data.data));
}

async function revoke(context: Context, token: string): Promise<void> {
  const client = await context.client();
  const { data } = await client.DELETE('/api/v1/tokens/{token}', { params: { path: { token } } });
  context.answer(data, () => `${token}: ended, with every token that it has made\n`);
}

function shownOnce({ id, token }: Token & { readonly token: string }): string {
  return `${id}\n${token}\nThis is the only time that the secret is shown.\n`;
}
