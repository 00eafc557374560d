/** A process that does to the api what a hostile user does, as told over its channel. */
import { serve } from './bench-child.ts';
import { Connection, requestHead } from './http-client.ts';

type Target = { port: number; path: string; token?: string };

let bursting = false;

/** So many requests at once, over and over until the next task comes. */
async function bursts({ port, path, token, atOnce }: Target & { atOnce: number }) {
  bursting = true;
  const head = requestHead('GET', path, token === undefined ? {} : { token });
  const open = await Promise.all(Array.from({ length: atOnce }, () => Connection.open(port)));
  let count = 0;
  while (bursting) {
    await Promise.all(open.map((connection) => connection.send(head)));
    count += 1;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  open.forEach((connection) => connection.close());
  return { bursts: count };
}

/** One JSON body. @returns its status */
async function body({ port, path, token, method, text }: Target & { method: string; text: string }) {
  const bytes = Buffer.from(text);
  const connection = await Connection.open(port);
  const { status } = await connection.send(requestHead(method, path, { ...(token === undefined ? {} : { token }), length: bytes.length }), {
    body: bytes,
  });
  connection.close();
  return { status };
}

serve({
  bursts,
  body,
  stop: () => {
    bursting = false;
  },
});
