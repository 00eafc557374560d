import { createClient } from '@app/client';
import { expect, it } from '@jest/globals';
import { compared } from './plan.js';

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nwords\n';
const SRT = '1\n00:00:01,000 --> 00:00:02,000\nwords\n';

/** The plan for a file beside a stored transcript. */
const planned = (content: string, { has = true, isGone = false } = {}) => {
  const answer = isGone
    ? Response.json({ message: 'gone', errors: [] }, { status: 404 })
    : new Response(VTT, { headers: { ETag: '"seven.vtt"', 'Content-Type': 'text/vtt' } });
  const client = createClient({ baseUrl: 'http://127.0.0.1', token: 'pat', fetch: () => Promise.resolve(answer) });
  return compared(client, { id: 'e', transcript: has ? { format: 'vtt' } : null }, content);
};

it('a file replaces the very version that it was compared with, and is not sent when it changes nothing (contract 2.5)', async () => {
  expect(await planned(VTT.replace('00:01', '00:00:01'))).toEqual({ action: 'unchanged' });
  for (const content of [VTT.replace('words', 'others'), SRT])
    expect(await planned(content)).toEqual({ action: 'replace', send: { content, replaces: '"seven.vtt"' } });
});

it('a file is an upload where there is nothing, also since the list was read', async () => {
  const upload = { action: 'upload', send: { content: VTT, replaces: null } };
  expect([await planned(VTT, { has: false }), await planned(VTT, { isGone: true })]).toEqual([upload, upload]);
});
