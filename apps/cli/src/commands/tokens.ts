import type { components } from '@app/client';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { command, positive, severalOf } from '../program/options.js';

type Token = components['schemas']['TokenRecord'];

const TOKEN = '01a1fc5d-f8a0-7b1c-9d2e-3f4a5b6c7d8e';
const PERMISSIONS = ['read', 'update', 'delete'] as const;

export function addTokens(program: Command, context: Context): void {
  const token = command(program, 'token', 'your own tokens', 'podcast token list');
  command(token, 'list', 'list your living tokens', 'podcast token list').action(() =>
    context.list((api) => api.items('/api/v1/tokens', { params: { query: { first: 100 } } }), {
      heading: ['ID', 'PERMISSIONS', 'EXPIRES', 'LAST USED', 'LABEL'],
      row: ({ id, label, permissions, expires_at, last_used_at }) => [
        id,
        permissions.join(',') || '-',
        expires_at ?? 'never',
        last_used_at ?? 'not yet',
        label ?? '',
      ],
      empty: 'No tokens.',
    }),
  );
  const release = 'podcast token create --label "release script" --permission read,update --expires-in-days 90';
  const may = `what it may do: ${PERMISSIONS.join(', ')}; separated by commas (required)`;
  command(token, 'create', 'make a token, whose secret is shown this once', release)
    .requiredOption('--label <label>', 'what it is for (required)')
    .requiredOption('--permission <permissions>', may, severalOf(PERMISSIONS))
    .option('--expires-in-days <days>', 'when it ends; with your own token unless given', positive)
    .action(({ label, permission, expiresInDays }: CreateOptions) => {
      const body = { label, permissions: [...permission], expires_in_days: expiresInDays };
      return context.tell((api) => api.POST('/api/v1/tokens', { body }), shownOnce);
    });
  const rotation = `podcast token rotate ${TOKEN} --overlap-seconds 3600`;
  command(token, 'rotate <token>', 'give a token a new secret, which is shown this once', rotation)
    .option('--overlap-seconds <seconds>', 'how long the old secret goes on', (value) => (value === '0' ? 0 : positive(value)), 0)
    .action((token: string, { overlapSeconds: overlap_seconds }: { overlapSeconds: number }) => {
      const request = { params: { path: { token } }, body: { overlap_seconds } };
      return context.tell((api) => api.POST('/api/v1/tokens/{token}/rotate', request), shownOnce);
    });
  const ending = 'end a token, and every token that it has made';
  command(token, 'revoke <token>', ending, `podcast token revoke ${TOKEN}`).action((token: string) =>
    context.tell(
      (api) => api.DELETE('/api/v1/tokens/{token}', { params: { path: { token } } }),
      () => `${token}: ended, with every token that it has made\n`,
    ),
  );
}

type CreateOptions = { readonly label: string; readonly permission: Token['permissions']; readonly expiresInDays?: number };

/** The one secret that a command prints: it is shown this once. */
function shownOnce({ data: { id, token } }: { readonly data: Token & { readonly token: string } }): string {
  return `${id}\n${token}\nThis is the only time that the secret is shown.\n`;
}
