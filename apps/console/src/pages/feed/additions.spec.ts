import { expect, it } from '@jest/globals';
import { additionsIn } from './additions.ts';

const at = 'https://api.example.com/e/01a1b2c3-0000-7000-8000-000000000001';

it('additions of this service to a feed are counted by kind, and what was there is not', () => {
  const feed = `<rss><item><podcast:transcript url="${at}/transcript.vtt" type="text/vtt"/><podcast:transcript url="${at}/transcript.srt"/>
    <podcast:chapters url="https://elsewhere.example/e/chapters.json"/><enclosure type="audio/mpeg" url="${at}"/>
    <podcast:alternateEnclosure type="video/mp4"><podcast:source uri="${at}/video"/></podcast:alternateEnclosure></item></rss>`;
  expect(additionsIn(feed).map(({ count }) => count)).toEqual([1, 0, 1, 1]);
});
