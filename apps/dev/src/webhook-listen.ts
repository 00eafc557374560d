import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { localCertificate, Receiver, signingSecretIn, type ListenerEnv } from '@app/receiver';
import { InvalidArgumentError, type Command } from 'commander';

/** The surroundings of a command that runs until it is stopped. */
type ListenerSurroundings = {
  readonly env: () => ListenerEnv;
  readonly input: Readable;
  /** Writes one line of JSON. */
  readonly answer: (value: object) => void;
  readonly complain: (line: string) => void;
  /** Resolves when the process is asked to end, from the call on. */
  readonly stopped: () => Promise<void>;
};

/** The name that the receiver is registered by: reserved for examples (RFC 2606), and public by its form. */
export const RECEIVER_HOST = 'hooks.example.com';

const PORT = 8443;

/** `webhook listen`: the other end of a webhook, to try it out with. Needs neither database nor key. */
export function addWebhookCommands(program: Command, { env, input, answer, complain, stopped }: ListenerSurroundings): void {
  program
    .command('webhook')
    .description('the other end of a webhook')
    .command('listen')
    .option('--port <port>', 'port on 127.0.0.1; 0 takes a free one', portNumber, PORT)
    .description('a local HTTPS receiver: answers the challenge, verifies, and prints a line for everything that comes, until Ctrl-C')
    .addHelpText('after', '\nIt verifies with WEBHOOK_SECRET, or with the signing_secret that is entered on its standard input.')
    .action(async ({ port: wanted }: { port: number }) => {
      const end = stopped(); // before the line that announces the receiver: its reader may end the process at once
      const { DATA_DIR, WEBHOOK_SECRET } = env();
      const certificate = await localCertificate(join(DATA_DIR, 'webhook-listener'), RECEIVER_HOST);
      const receiver = await Receiver.listen({ port: wanted, certificate, tell: answer });
      const { port } = receiver;
      answer({
        port,
        url: `https://${RECEIVER_HOST}/`,
        ca: certificate.caFile,
        environment: { NODE_EXTRA_CA_CERTS: certificate.caFile, OUTBOUND_CONNECT_TO: `${RECEIVER_HOST}:443:127.0.0.1:${port}` },
        secret: WEBHOOK_SECRET === undefined ? 'none: enter the signing_secret of the registration here' : 'from WEBHOOK_SECRET',
      });
      if (WEBHOOK_SECRET !== undefined) receiver.use(WEBHOOK_SECRET);

      const lines = createInterface({ input }).on('line', (line) => {
        const secret = signingSecretIn(line);
        if (secret !== undefined) {
          answer({ secret: 'entered' });
          receiver.use(secret);
        } else if (line.trim() !== '') complain('There is no signing secret in this line: it is whsec_ and 44 characters.');
      });
      await end;
      lines.close();
      await receiver.close();
    });
}

function portNumber(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  return Number(value);
}
