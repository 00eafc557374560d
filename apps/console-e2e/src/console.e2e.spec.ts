import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals';
import { chromiumPath } from '@app/stack/browser';
import { tryChapters } from './chapters.tests.ts';
import { tryDesk } from './desk.tests.ts';
import { tryDocuments } from './documents.tests.ts';
import { tryDownloads } from './downloads.tests.ts';
import { tryDrafts } from './drafts.tests.ts';
import { tryEpisode } from './episode.tests.ts';
import { tryEveryPage } from './every-page.tests.ts';
import { tryFeed } from './feed.tests.ts';
import { tryGerman } from './german.tests.ts';
import { tryHostilePages } from './hostile-pages.tests.ts';
import { tryMessages } from './messages.tests.ts';
import { tryRelease } from './release.tests.ts';
import { trySession } from './session.tests.ts';
import { trySizes } from './sizes.tests.ts';
import { tryTokens } from './tokens.tests.ts';
import { tryTranscript } from './transcript.tests.ts';
import { tryVideos } from './videos.tests.ts';
import { tryWebhook } from './webhook.tests.ts';
import { World } from './world.ts';

// Issue "The console" (contract 15).

if (chromiumPath === undefined) {
  it('no Chromium is on the PATH: the console is not tried', () => console.info('no Chromium is on the PATH: the console is not tried.'));
} else {
  describe('the console', () => {
    const world = new World();
    beforeAll(() => world.start());
    afterEach(() => world.closeVisits());
    afterAll(() => world.destroy());

    // First, while nothing has happened.
    describe('each of its pages', () => tryEveryPage(world));
    describe('its session', () => trySession(world));
    describe('its messages', () => tryMessages(world));
    describe('its German', () => tryGerman(world));
    describe('the list of episodes', () => tryDesk(world));
    describe('the page of an episode', () => tryEpisode(world));
    describe('the transcript page', () => tryTranscript(world));
    describe('work that is not uploaded', () => tryDrafts(world));
    describe('the largest podcast and transcript', () => trySizes(world));
    describe('the chapters page', () => tryChapters(world));
    describe('the videos page', () => tryVideos(world));
    describe('the downloads page', () => tryDownloads(world));
    describe('the feed page', () => tryFeed(world));
    describe('a release', () => tryRelease(world));
    describe('the webhook page', () => tryWebhook(world));
    describe('the pages of documents', () => tryDocuments(world));
    describe('the tokens page', () => tryTokens(world));
    describe('texts of strangers', () => tryHostilePages(world));
  });
}
