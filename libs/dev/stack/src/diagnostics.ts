/** A request and what became of it so far. */
export type Exchange = {
  readonly method: string;
  readonly url: string;
  /** The status, or why there is none. */
  outcome: string;
  requestId: string | null;
  body: string;
};
type Process = { readonly name: string; readonly output: () => string };

declare global {
  /** Made and read by environment.ts, which lives outside the test's context. Scripts that are no tests have none. */
  var e2eDiagnostics: Diagnostics | undefined;
}

const MAX_EXCHANGES = 5;
const MAX_PROCESSES = 8;
const MAX_BODY_CHARACTERS = 2000;
const MAX_LOG_LINES = 25;
const MAX_LINE_CHARACTERS = 600;

/** Context that a failed test prints: the last answers of the API and the end of the processes' logs. */
export class Diagnostics {
  private readonly exchanges: Exchange[] = [];
  private readonly processes: Process[] = [];

  noteExchange(exchange: Exchange): void {
    keepLatest(this.exchanges, exchange, MAX_EXCHANGES);
  }

  noteProcess(process: Process): void {
    keepLatest(this.processes, process, MAX_PROCESSES);
  }

  /** @returns undefined while there is nothing to tell */
  report(): string | undefined {
    if (this.exchanges.length === 0 && this.processes.length === 0) return undefined;
    const answers = this.exchanges.map(
      ({ method, url, outcome, requestId, body }) =>
        `  ${method} ${url}\n    ${outcome}, X-Request-Id ${requestId ?? 'none'}\n    ${body.slice(0, MAX_BODY_CHARACTERS)}`,
    );
    const ids = this.exchanges.flatMap(({ requestId }) => requestId ?? []);
    const logs = this.processes.map(({ name, output }) => `  ${name}\n${interesting(output(), ids).map((line) => `    ${line}\n`).join('')}`); // prettier-ignore
    return `Last answers, latest at the end:\n${answers.join('\n') || '  none'}\n\nLogs:\n${logs.join('\n') || '  none'}`;
  }
}

/** Notes a request that the test does not send itself, such as one of a browser. */
export const noteExchange = (exchange: Exchange): void => globalThis.e2eDiagnostics?.noteExchange(exchange);

/** Notes a process whose output belongs into the message of a failed test. */
export const noteProcess = (process: Process): void => globalThis.e2eDiagnostics?.noteProcess(process);

function keepLatest<T>(list: T[], one: T, max: number): void {
  list.push(one);
  if (list.length > max) list.shift();
}

/** The last lines, and those about the requests in question wherever they are. */
function interesting(output: string, requestIds: readonly string[]): string[] {
  const lines = output.trimEnd().split('\n');
  const from = lines.length - MAX_LOG_LINES;
  const kept = lines.filter((line, index) => index >= from || requestIds.some((id) => line.includes(id)));
  return kept.slice(-2 * MAX_LOG_LINES).map((line) => line.slice(0, MAX_LINE_CHARACTERS));
}
