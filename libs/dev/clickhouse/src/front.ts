/**
 * Enough of ClickHouse's HTTP interface for the official client, in front of its engine as a library: statements in the
 * body or before data in it, settings and parameters in the query, formats, errors with their codes. Started by
 * ClickHouseServer.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { Order } from './clickhouse-server.ts';

type Session = {
  queryAsync(statement: string, options: { readonly format: string }): Promise<{ bytes(): Uint8Array }>;
  queryBindAsync(statement: string, parameters: object, options: { readonly format: string }): Promise<{ bytes(): Uint8Array }>;
};

const [library = '', data, port, database = '', password = '', config] = process.argv.slice(2);
const { Session } = createRequire(import.meta.url)(library) as { Session: new (path: string | undefined, options: object) => Session };
const engine = new Session(data, { connectionArgs: config === undefined ? [] : [`--config-file=${config}`] });
await engine.queryAsync(`CREATE DATABASE IF NOT EXISTS ${database}`, { format: 'TSV' });
await engine.queryAsync(`USE ${database}`, { format: 'TSV' });

const AUTHORIZATION = `Basic ${Buffer.from(`default:${password}`).toString('base64')}`;
let losing = 0;
process.on('message', ({ loseAnswers }: Order) => (losing = loseAnswers));

const server = createServer((request, response) => {
  answer(request, response).catch((error: Error & { clickhouseCode?: number }) => {
    response.writeHead(500, { 'X-ClickHouse-Exception-Code': String(error.clickhouseCode ?? 1002) });
    response.end(error.message);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  if (request.headers.authorization !== AUTHORIZATION) {
    response.writeHead(403).end('Code: 516. DB::Exception: default: Authentication failed. (AUTHENTICATION_FAILED)');
    return;
  }
  const parameters: Record<string, string> = {};
  const settings: string[] = [];
  let prefix = '';
  for (const [name, value] of new URL(request.url ?? '', 'http://localhost').searchParams) {
    if (name === 'query') prefix = value;
    else if (name.startsWith('param_')) parameters[name.slice('param_'.length)] = value;
    else if (!['query_id', 'database', 'session_id', 'default_format'].includes(name)) settings.push(`${name} = '${value}'`);
  }
  const isInsert = prefix !== '';
  const { statement, format } = complete(prefix, Buffer.concat(pieces).toString(), settings);
  const result = await (Object.keys(parameters).length > 0
    ? engine.queryBindAsync(statement, parameters, { format })
    : engine.queryAsync(statement, { format }));
  if (isInsert && losing > 0) {
    losing -= 1;
    request.socket.destroy();
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=UTF-8', 'X-ClickHouse-Format': format }).end(result.bytes());
}

/** The engine takes settings in the statement, and the format of an answer apart from it. */
function complete(prefix: string, body: string, settings: readonly string[]): { readonly statement: string; readonly format: string } {
  const more = settings.length > 0 ? `SETTINGS ${settings.join(', ')} ` : '';
  if (prefix !== '') return { statement: `${prefix.replace(/\bFORMAT\s+\w+\s*$/, (format) => more + format)}\n${body}`, format: 'TSV' };
  const named = /\sFORMAT\s+(\w+)\s*$/.exec(body);
  const [statement, format] = named ? [body.slice(0, named.index).trimEnd(), named[1] ?? 'TSV'] : [body, 'TSV'];
  const isRead = /^\s*(?:SELECT|WITH)\b/i.test(statement);
  return { statement: isRead && more !== '' ? withSettings(statement, settings) : statement, format };
}

function withSettings(statement: string, settings: readonly string[]): string {
  return /\bSETTINGS\b[^()]*$/.test(statement) ? `${statement}, ${settings.join(', ')}` : `${statement} SETTINGS ${settings.join(', ')}`;
}
