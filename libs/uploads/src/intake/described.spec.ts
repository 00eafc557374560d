import { expect, it } from '@jest/globals';
import { described } from './described.js';

it.each([
  ['talk.mp4', 'talk.mp4'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\videos\\Übung 1.mov', 'Übung 1.mov'],
  ['a\0b\r\nc', 'abc'],
  ['a\ud800b', 'a\ufffdb'],
  ['x'.repeat(300), 'x'.repeat(255)],
  ['folder/', null],
  ['', null],
  [undefined, null],
  [null, null],
])('the name %j is shown as %j', (sent, shown) => expect(described(sent, null).filename).toBe(shown));

it.each([
  ['video/mp4', 'video/mp4'],
  ['Video/MP4; codecs="avc1"', 'video/mp4'],
  ['video', null],
  ['<script>/x', null],
  ['', null],
  [undefined, null],
])('the type %j is shown as %j', (sent, shown) => expect(described(null, sent).contentType).toBe(shown));
