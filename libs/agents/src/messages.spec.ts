import { expect, it } from '@jest/globals';
import { calledTool, isListening } from './messages.js';

it.each([
  [{ method: 'tools/call', params: { name: 'getPodcasts' } }, 'getPodcasts'],
  [{ method: 'tools/call', params: { name: 5 } }, undefined],
  [{ method: 'tools/call', params: null }, undefined],
  [{ method: 'tools/list', params: { name: 'getPodcasts' } }, undefined],
  [undefined, undefined],
])('the tool that the message %j calls is %j', (message, tool) => {
  expect(calledTool(message)).toBe(tool);
});

it('only a subscription opens a stream of notifications', () => {
  expect([{ method: 'subscriptions/listen' }, { method: 'tools/list' }, undefined].map(isListening)).toEqual([true, false, false]);
});
