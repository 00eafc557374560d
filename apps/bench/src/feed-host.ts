/** A thousand hosts of feeds, simulated by one server on loopback; and a bare loop that fetches feeds and parses them, to compare with. */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { serve } from './bench-child.ts';
import { internal } from './internal.ts';

/** The parts of an answer before and after the date that the host writes into it. */
let [before, after] = ['', ''];

/** A feed like many: some 750 bytes an episode. */
function write(episodes: number) {
  before = '<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>C</title>';
  after = `${Array.from(
    { length: episodes },
    (_, n) =>
      `<item><guid isPermaLink="false">urn:episode:${n}</guid><title>Episode ${n}</title>` +
      `<description><![CDATA[<p>${'What this episode is about, in some words. '.repeat(12)}</p>]]></description>` +
      `<pubDate>Tue, 10 Jun 2025 04:00:00 GMT</pubDate><itunes:duration>1:02:03</itunes:duration>` +
      `<enclosure url="https://media.example.com/${n}.mp3" length="50000000" type="audio/mpeg"/></item>`,
  ).join('')}</channel></rss>`;
  feed = undefined;
}

/** The answer of this second. */
let feed: { readonly second: number; readonly bytes: Buffer } | undefined;
function answer() {
  const second = Math.floor(Date.now() / 1000);
  if (feed?.second !== second) {
    const date = `<lastBuildDate>${new Date(second * 1000).toUTCString()}</lastBuildDate>`;
    feed = { second, bytes: Buffer.from(`${before}${date}${after}`) };
  }
  return feed.bytes;
}

let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  const bytes = answer();
  response.writeHead(200, { 'Content-Type': 'application/rss+xml', 'Content-Length': bytes.length }).end(bytes);
});
server.listen(0, '127.0.0.1');
const port = () => (server.address() as import('node:net').AddressInfo).port;

const [{ parseFeed }, { feedText }] = await Promise.all(
  ['reading/parse-feed.js', 'reading/feed-text.js'].map((file) => internal('feeds', file)),
);

/** Serves feeds of so many episodes from now on. */
const publish = ({ episodes }: { episodes: number }) => Promise.resolve(write(episodes));

/** @param hosts that are asked in turn, each once a second @returns feeds a second */
async function bare({ port, hosts, atOnce, seconds }: { port: number; hosts: number; atOnce: number; seconds: number }) {
  let [begun, count] = [0, 0];
  const began = performance.now();
  const deadline = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (;;) {
        const turnAt = began + Math.floor(begun++ / hosts) * 1000;
        if (Math.max(turnAt, performance.now()) >= deadline) return;
        if (turnAt > performance.now()) await sleep(turnAt - performance.now());
        const { body, headers } = await request(`http://127.0.0.1:${port}/`);
        const bytes = new Uint8Array(await body.arrayBuffer());
        await parseFeed(feedText(bytes, String(headers['content-type'])), 'http://feeds.example.com/');
        count += 1;
      }
    }),
  );
  return { perSecond: (count / Math.max(performance.now() - began, seconds * 1000)) * 1000 }; // it may have waited for a turn at the end
}

serve({ port, asked: () => asked, publish, bare });
