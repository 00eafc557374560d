import type { IncomingMessage, ServerResponse } from 'node:http';
import { Public } from '@app/auth';
import { ApiErrors } from '@app/http';
import { Shortcuts } from '@app/http/shortcuts';
import { httpErrors } from '@app/http/errors';
import { Controller, Get, HttpStatus, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { DownloadCounter } from './counting/download-counter.js';
import { Enclosures } from './enclosures.js';

type Redirect = { readonly episode: string; readonly location: string; readonly address: string };

const NO_AUDIO = () => httpErrors.not_found('There is no such episode, or it has no audio to listen to.');

/** The address of an episode's audio as feeds have it: with the id as it was made. */
const ADDRESS = /^\/e\/([0-9a-f-]{36})(?:\?|$)/;

/** Leads to the audio of an episode, and counts the download. */
@ApiTags('Analytics')
@Controller('e')
export class EnclosureController {
  constructor(
    private readonly enclosures: Enclosures,
    private readonly counter: DownloadCounter,
    shortcuts: Shortcuts,
  ) {
    shortcuts.add((request, response, address) => {
      const [, episode = ''] = ADDRESS.exec(request.url ?? '') ?? [];
      const location = asHeader(enclosures.fresh(episode));
      if (location === undefined) return undefined;
      this.lead(request, response, { episode, location, address: address() });
      return '/e/:episode';
    });
  }

  @Get(':episode')
  @Public()
  @ApiOperation({
    operationId: 'getEpisodeAudio',
    summary: 'Go to the audio of an episode',
    description: 'For the enclosure of a feed: no token, outside the rate limit. Counts a download; HEAD does not.',
  })
  @ApiParam({ name: 'episode', format: 'uuid', description: 'Id of the episode.' })
  @ApiResponse({ status: 302, description: 'To the audio file.', headers: { Location: { schema: { type: 'string', format: 'uri' } } } })
  @ApiErrors(NO_AUDIO())
  async redirect(
    @Query() _any: object, // apps and analytics prefixes append parameters of their own
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const episode = String(request.params['episode']);
    const location = asHeader(await this.enclosures.find(episode));
    if (location === undefined) throw NO_AUDIO();
    this.lead(request, response, { episode: episode.toLowerCase(), location, address: request.ip ?? '' });
  }

  private lead(request: IncomingMessage, response: ServerResponse, { episode, location, address }: Redirect): void {
    if (request.method === 'GET') this.counter.count(episode, { address, headers: request.headers });
    response.writeHead(HttpStatus.FOUND, { Location: location, 'Content-Length': 0 }).end();
  }
}

/** The URL as a header value; most URLs need no change. */
function asHeader(url: string | undefined): string | undefined {
  if (url === undefined || /^[\x21-\x7e]+$/.test(url)) return url;
  return URL.canParse(url) ? new URL(url).href : undefined;
}
