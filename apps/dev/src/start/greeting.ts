import type { DemoTokens } from './demo-tokens.ts';
import { baseUrl } from './ports.ts';

/** Prints where the service is and how to try it. */
export function greet(port: number, tokens: DemoTokens | undefined, receiver: readonly string[] = []): void {
  const base = baseUrl(port);
  const create = 'npm run -s admin -- token create --user ID --permission read --permission update';
  const lines = [
    `Base URL    ${base}`,
    `Docs        ${base}/docs`,
    ...(tokens
      ? [
          `Demo token  ${tokens.token} (everything)`,
          `            ${tokens.readOnlyToken} (read only)`,
          `Console     ${base}/console/#token=${tokens.token} (signs in with the demo token)`,
          `Episode     ${tokens.episode} (to upload a transcript to)`,
        ]
      : [`Token       the database has users already; make one with`, `            ${create}`, `Console     ${base}/console/`]),
    ...receiver,
    `Try it      curl -H 'Authorization: Bearer ${tokens?.token ?? 'TOKEN'}' ${base}/api/v1/podcasts`,
    'Stop        Ctrl-C',
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
}
