import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals';
import { chromiumPath } from './browser.ts';
import { tryChapters } from './chapters.ts';
import { tryDesk } from './desk.ts';
import { tryDownloads } from './downloads.ts';
import { tryEveryPage } from './every-page.ts';
import { tryFeed } from './feed.ts';
import { tryHostilePages } from './hostile-pages.ts';
import { tryMessages } from './messages.ts';
import { trySession } from './session.ts';
import { tryTranscript } from './transcript.ts';
import { tryVideos } from './videos.ts';
import { tryWebhook } from './webhook.ts';
import { World } from './world.ts';

// Issue "The console" (decisions 15).

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
    describe('the list of episodes', () => tryDesk(world));
    describe('the transcript page', () => tryTranscript(world));
    describe('the chapters page', () => tryChapters(world));
    describe('the videos page', () => tryVideos(world));
    describe('the downloads page', () => tryDownloads(world));
    describe('the feed page', () => tryFeed(world));
    describe('the webhook page', () => tryWebhook(world));
    describe('texts of strangers', () => tryHostilePages(world));
  });
}
