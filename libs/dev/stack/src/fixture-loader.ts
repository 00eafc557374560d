import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { demoEnvironment, withDemoServices } from '@app/demo';
import { FixturesService } from '@app/fixtures';
import { explainAppError } from '@app/http/errors';
import { Stack, type FixtureOrder } from './stack.ts';

/**
 * Loads the fixtures of all stacks of a run. The operator's `fixtures load` does the same, in a process that takes most
 * of its time to start (docs/adr/0001-nx-and-npm-workspaces.md). The processes that suites of callers share start with
 * the first request for them. Jest's global set-up loads this file, outside the transformation of tests.
 * @returns a server on loopback that {@link Stack.load} sends its fixtures to, and what stops it
 */
export async function startFixtureLoader(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  let shared: ReturnType<typeof Stack.shared> | undefined;
  const server = createServer((request, response) => {
    const answer = (status: number, body: string) => response.writeHead(status).end(body);
    void json(request)
      .then((order) =>
        request.url === '/callers' ? (shared ??= Stack.shared()).then(({ deployment }) => deployment) : load(order as FixtureOrder),
      )
      .then(
        (loaded) => answer(200, JSON.stringify(loaded)),
        (error: unknown) => answer(422, explainAppError(error) ?? (error instanceof Error ? String(error.stack) : String(error))),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await (await shared?.catch(() => undefined))?.stack.destroy(); // the suites have told why it did not start
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop };
}

function load({ environment, fixtures }: FixtureOrder): Promise<object> {
  const file = Buffer.from(JSON.stringify(fixtures));
  return withDemoServices(demoEnvironment(environment), (app) => app.get(FixturesService).load(file));
}
