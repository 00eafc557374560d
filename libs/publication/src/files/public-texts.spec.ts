import type { IncomingMessage, ServerResponse } from 'node:http';
import { Shortcuts } from '@app/http/shortcuts';
import { expect, it } from '@jest/globals';
import type { EpisodeTextMaker } from '../episodes/episode-makers.js';
import type { FeedMaker } from '../feed/feed-maker.js';
import { compressed, sizeOfFile } from './public-files.js';
import { PublicTexts } from './public-texts.js';
import type { PulseQueries } from './pulse.queries.js';
import { Receivers } from './receivers.js';

const ID = '01890000-0000-7000-8000-000000000000';

it.each([
  ['feed', `/f/${ID}`, '/f/:podcast'],
  ['text of an episode', `/e/${ID}/transcript.vtt`, '/e/:episode/:file'],
])('a public %s that is sent from memory may be read by pages of any origin (contract 17.3)', async (_, url, route) => {
  const maker = {
    sizeOf: sizeOfFile,
    state: () => Promise.resolve({ version: '1' }),
    make: () => compressed(['text'], 'text/plain'),
  };
  const shortcuts = new Shortcuts();
  const pulse = { ask: () => Promise.resolve() } as unknown as PulseQueries;
  const texts = new PublicTexts(maker as unknown as FeedMaker, maker as unknown as EpisodeTextMaker, pulse, new Receivers(), shortcuts);
  const sent = new Map<string, unknown>();
  const response = {
    setHeader: (name: string, value: unknown) => sent.set(name, value),
    writeHead: () => response,
    end: () => response,
  };
  const take = () =>
    shortcuts.take({ method: 'HEAD', url, headers: {} } as IncomingMessage, response as unknown as ServerResponse, () => '192.0.2.1');
  expect([take(), sent.size]).toEqual([undefined, 0]);
  await texts.feeds.find(ID, '192.0.2.1');
  await texts.ofEpisodes.find(`${ID}/transcript.vtt`, '192.0.2.1');
  expect([take(), sent.get('Access-Control-Allow-Origin')]).toEqual([route, '*']);
});
