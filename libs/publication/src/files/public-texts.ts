import type { IncomingMessage, ServerResponse } from 'node:http';
import { Shortcuts } from '@app/http/shortcuts';
import { Injectable } from '@nestjs/common';
import { EpisodeTextMaker, type TextState } from '../episodes/episode-makers.js';
import { FeedMaker } from '../feed/feed-maker.js';
import type { FeedState } from '../feed/published-feeds.queries.js';
import { allowReaders } from './cors.middleware.js';
import { PublicFiles, type PublicFile } from './public-files.js';
import { PulseQueries } from './pulse.queries.js';
import { Receivers } from './receivers.js';
import { sendFile } from './send-file.js';

/** The addresses of feeds and of texts of episodes as feeds have them: with the id as it was made. */
const ADDRESS = /^\/(?:f\/([0-9a-f-]{36})|e\/([0-9a-f-]{36}\/[a-z.]+))(?:\?|$)/;

/** Public feeds, transcripts and chapters. A remembered text that needs no look-up is sent by a shortcut. */
@Injectable()
export class PublicTexts {
  readonly feeds: PublicFiles<FeedState>;
  readonly ofEpisodes: PublicFiles<TextState>;

  constructor(
    feedMaker: FeedMaker,
    textMaker: EpisodeTextMaker,
    pulse: PulseQueries,
    private readonly receivers: Receivers,
    shortcuts: Shortcuts,
  ) {
    this.feeds = new PublicFiles(feedMaker, pulse.ask);
    this.ofEpisodes = new PublicFiles(textMaker, pulse.ask);
    shortcuts.add((request, response, address) => {
      const [, podcast, text = ''] = ADDRESS.exec(request.url ?? '') ?? [];
      const file = podcast === undefined ? this.ofEpisodes.fresh(text) : this.feeds.fresh(podcast);
      if (!file) return undefined;
      allowReaders(response);
      this.send(request, response, file, address);
      return podcast === undefined ? '/e/:episode/:file' : '/f/:podcast';
    });
  }

  /** @param address tells that of the client */
  send(request: IncomingMessage, response: ServerResponse, file: PublicFile, address: () => string): void {
    sendFile(request, response, file, () => this.receivers.admit(address(), response));
  }
}
