/** What a failed test prints beside its assertion: the last answers of the API and the end of the processes' logs. */

type Exchange = {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly body: string;
};
type Process = { readonly name: string; readonly output: () => string };

export type Diagnostics = {
  readonly exchanges: Exchange[];
  readonly processes: Process[];
};

declare global {
  /** Read by environment.ts, which lives outside the test's context. */
  var e2eDiagnostics: Diagnostics | undefined;
}

const MAX_EXCHANGES = 5;
const MAX_PROCESSES = 8;
const MAX_BODY_CHARACTERS = 2000;
const MAX_LOG_LINES = 25;
const MAX_LINE_CHARACTERS = 600;

function diagnostics(): Diagnostics {
  return (globalThis.e2eDiagnostics ??= { exchanges: [], processes: [] });
}

export function noteExchange(exchange: Exchange): void {
  const { exchanges } = diagnostics();
  exchanges.push({ ...exchange, body: exchange.body.slice(0, MAX_BODY_CHARACTERS) });
  exchanges.splice(0, exchanges.length - MAX_EXCHANGES);
}

export function noteProcess(process: Process): void {
  const { processes } = diagnostics();
  processes.push(process);
  processes.splice(0, processes.length - MAX_PROCESSES);
}

export function report({ exchanges, processes }: Diagnostics): string {
  const answers = exchanges.map(
    ({ method, url, status, requestId, body }) => `  ${method} ${url}\n    ${status}, X-Request-Id ${requestId ?? 'none'}\n    ${body}`,
  );
  const ids = exchanges.flatMap(({ requestId }) => requestId ?? []);
  const logs = processes.map(({ name, output }) => `  ${name}\n${interesting(output(), ids).map((line) => `    ${line}\n`).join('')}`); // prettier-ignore
  return `Last answers, latest at the end:\n${answers.join('\n') || '  none'}\n\nLogs:\n${logs.join('\n') || '  none'}`;
}

/** The last lines, and those about the requests in question wherever they are. */
function interesting(output: string, requestIds: readonly string[]): string[] {
  const lines = output.trimEnd().split('\n');
  const from = lines.length - MAX_LOG_LINES;
  const kept = lines.filter((line, index) => index >= from || requestIds.some((id) => line.includes(id)));
  return kept.slice(-2 * MAX_LOG_LINES).map((line) => line.slice(0, MAX_LINE_CHARACTERS));
}
