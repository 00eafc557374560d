/** A thousand hosts of feeds, simulated by one server on loopback; and a bare loop that fetches feeds and parses them, to compare with. */
import { createServer } from 'node:http';
import { request } from 'undici';
import { serve } from './bench-child.ts';
import { internal } from './internal.ts';

const ITEMS = 20;

/** A feed like many: 20 episodes, some 15 kB. */
const FEED = Buffer.from(
  `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>C</title>${Array.from(
    { length: ITEMS },
    (_, n) =>
      `<item><guid isPermaLink="false">urn:episode:${n}</guid><title>Episode ${n}</title>` +
      `<description><![CDATA[<p>${'What this episode is about, in some words. '.repeat(12)}</p>]]></description>` +
      `<pubDate>Tue, 10 Jun 2025 04:00:00 GMT</pubDate><itunes:duration>1:02:03</itunes:duration>` +
      `<enclosure url="https://media.example.com/${n}.mp3" length="50000000" type="audio/mpeg"/></item>`,
  ).join('')}</channel></rss>`,
);

let asked = 0;
const server = createServer((_request, response) => {
  asked += 1;
  response.writeHead(200, { 'Content-Type': 'application/rss+xml', 'Content-Length': FEED.length }).end(FEED);
});
server.listen(0, '127.0.0.1');
const port = () => (server.address() as import('node:net').AddressInfo).port;

const [{ parseFeed }, { feedText }] = await Promise.all(
  ['reading/parse-feed.js', 'reading/feed-text.js'].map((file) => internal('feeds', file)),
);

/** @returns feeds a second */
async function bare({ port, atOnce, seconds }: { port: number; atOnce: number; seconds: number }) {
  let count = 0;
  const began = performance.now();
  const deadline = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < deadline) {
        const { body, headers } = await request(`http://127.0.0.1:${port}/`);
        const bytes = new Uint8Array(await body.arrayBuffer());
        await parseFeed(feedText(bytes, String(headers['content-type'])), 'http://feeds.example.com/');
        count += 1;
      }
    }),
  );
  return { perSecond: (count / (performance.now() - began)) * 1000 };
}

serve({ port, asked: () => asked, bare });
