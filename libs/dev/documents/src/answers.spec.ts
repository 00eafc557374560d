import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documents } from './docs-examples.ts';

test('the answers that the documents show are the ones that are given', async () => {
  for (const { path, is, shouldBe } of await documents())
    assert.equal(is, shouldBe, `${path}: node tools/docs-examples.mjs writes them anew`);
});
