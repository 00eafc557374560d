import { Public } from '@app/auth';
import { isId } from '@app/database';
import { ApiErrors } from '@app/http';
import { httpErrors } from '@app/http/errors';
import { ApiNotModified } from '@app/http/server';
import { UPLOAD_STORAGE, type UploadStorage } from '@app/uploads';
import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicFiles } from '../files/public-files.js';
import { PublicTexts } from '../files/public-texts.js';
import { PulseQueries } from '../files/pulse.queries.js';
import { Receivers } from '../files/receivers.js';
import { sendVideo } from '../files/send-video.js';
import { TEXTS, VideoFinder, type VideoFile, type VideoState } from './episode-makers.js';

const Episode = () => ApiParam({ name: 'episode', format: 'uuid', description: 'Id of the episode.' });
const nothing = () => httpErrors.not_found('There is no public file at this address.');

@ApiTags('Publication')
@Controller('e')
export class PublicEpisodesController {
  private readonly videos: PublicFiles<VideoState, VideoFile>;

  constructor(
    private readonly texts: PublicTexts,
    videoFinder: VideoFinder,
    private readonly receivers: Receivers,
    pulse: PulseQueries,
    @Inject(UPLOAD_STORAGE) private readonly storage: UploadStorage,
  ) {
    this.videos = new PublicFiles<VideoState, VideoFile>(videoFinder, pulse.ask);
  }

  @Get(':episode/video')
  @Public()
  @ApiOperation({
    operationId: 'getPublicVideo',
    summary: 'Play the video of a published episode',
    description: 'With Range, or a redirect to a signed address of the object store. No token, outside the rate limit.',
  })
  @Episode()
  @ApiHeader({ name: 'Range', required: false, schema: { type: 'string' }, description: 'The part that is wanted, such as bytes=0-1023.' })
  @ApiResponse({
    status: 200,
    description: 'The video.',
    content: { 'video/mp4': { schema: { type: 'string', format: 'binary' }, example: 'the bytes of the file' } },
  })
  @ApiResponse({ status: 206, description: 'The part that Range names.' })
  @ApiResponse({ status: 302, description: 'To the object store.', headers: { Location: { schema: { type: 'string', format: 'uri' } } } })
  @ApiNotModified()
  @ApiErrors(nothing(), httpErrors.range_not_satisfiable({ size: 1048576 }))
  async video(@Param('episode') episode: string, @Query() _any: object, @Req() request: Request, @Res() response: Response): Promise<void> {
    const file = isId(episode) ? await this.videos.find(episode.toLowerCase(), request.ip ?? '') : undefined;
    if (!file) throw nothing();
    const location = await this.storage.locate(file.uploadId, file.contentType);
    await sendVideo(request, response, { file, location, receivers: this.receivers });
  }

  @Get(':episode/:file')
  @Public()
  @ApiOperation({
    operationId: 'getPublicEpisodeFile',
    summary: 'Read the transcript or the chapters of a published episode',
    description: 'No token, outside the rate limit; ETag, gzip and brotli.',
  })
  @Episode()
  @ApiParam({ name: 'file', enum: TEXTS, description: 'The transcript in one of its forms, or the chapters.' })
  @ApiResponse({
    status: 200,
    description: 'The file.',
    content: { 'text/vtt': { schema: { type: 'string' }, example: 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n<v Ann>Hello\n' } },
  })
  @ApiNotModified()
  @ApiErrors(nothing())
  async text(
    @Param() { episode = '', file: name = '' }: Readonly<Record<string, string>>,
    @Query() _any: object, // apps append parameters of their own
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const isFile = isId(episode) && TEXTS.includes(name);
    const address = request.ip ?? '';
    const file = isFile ? await this.texts.ofEpisodes.find(`${episode.toLowerCase()}/${name}`, address) : undefined;
    if (!file) throw nothing();
    this.texts.send(request, response, file, () => address);
  }
}
