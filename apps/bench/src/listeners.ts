/** Listeners, and a caller who exports. */
import { request } from 'node:http';
import { serve } from './bench-child.ts';
import { Connection } from './http-client.ts';

serve({ flood, download });

/** As many redirects as the server can answer. A listener makes `each` of them. */
async function flood({
  port,
  episodes,
  connections,
  seconds,
  each = 3,
}: {
  port: number;
  episodes: string[];
  connections: number;
  seconds: number;
  each?: number;
}): Promise<{ perSecond: number }> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  let sent = 0;
  const began = performance.now();
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() - began < seconds * 1000) {
        const listener = Math.floor((sent += 1) / each) % 0xffffff;
        const address = `10.${listener >> 16}.${(listener >> 8) & 255}.${listener & 255}`;
        const head = `GET /e/${episodes[sent % episodes.length]} HTTP/1.1\r\nHost: x\r\nUser-Agent: AntennaPod/3.4.0\r\nX-Forwarded-For: ${address}\r\n\r\n`;
        const { status } = await connection.send(Buffer.from(head, 'latin1'));
        if (status !== 302) throw new Error(`answered ${status}`);
      }
    }),
  );
  open.forEach((connection) => connection.close());
  return { perSecond: (sent / (performance.now() - began)) * 1000 };
}

/** One file, read as fast as it comes. */
function download({
  port,
  path,
  token,
}: {
  port: number;
  path: string;
  token?: string;
}): Promise<{ milliseconds: number; lines: number; bytes: number }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    request({ port, path, headers, host: '127.0.0.1', agent: false }, (response) => {
      let [lines, bytes] = [0, 0];
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
      });
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
        else resolve({ milliseconds: performance.now() - began, lines, bytes });
      });
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}
