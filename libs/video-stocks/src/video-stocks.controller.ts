import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { ApiErrors, ConditionalGet, OptionalBody, Tagged } from '@app/http';
import { httpErrors } from '@app/http/errors';
import { Waits } from '@app/jobs';
import { Closed, WaitQuery } from '@app/jobs/routes';
import { OwnsNamedPodcast } from '@app/podcasts';
import { uploadErrors } from '@app/uploads';
import { Body, Controller, Get, HttpCode, HttpStatus, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { OwnsStock, TheStock } from './owns-stock.js';
import type { VideoStock } from './video-stock.entity.js';
import {
  CancelVideoStock,
  CorrectVideoStock,
  CreateVideoStock,
  LinkVideoStock,
  UnlinkVideoStock,
  VideoStockEnvelope,
  VideoStockPage,
  VideoStockResponse,
  VideoStocksQuery,
} from './video-stocks.dto.js';
import { stockErrors } from './video-stocks.errors.js';
import { StockEdits } from './changes/stock-edits.js';
import { VideoStocksService } from './video-stocks.service.js';

const NO_PODCAST = httpErrors.not_found('There is no such podcast.');
const NO_STOCK = httpErrors.not_found('There is no such video stock.');

@ApiTags('Video stocks')
@Controller('video-stocks')
export class VideoStocksController {
  constructor(
    private readonly stocks: VideoStocksService,
    private readonly edits: StockEdits,
    private readonly waiting: Waits,
  ) {}

  @Post()
  @Requires('update')
  @ApiOperation({
    summary: 'Register a video ahead of its episode',
    description: 'The same request again answers 200 with the stock as it is by now.',
  })
  @ApiBody({ type: CreateVideoStock })
  @ApiCreatedResponse({ type: VideoStockEnvelope })
  @ApiOkResponse({ type: VideoStockEnvelope, description: 'The podcast has this stock already.' })
  @ApiErrors(
    NO_PODCAST,
    stockErrors.client_key_conflict({}, { field: 'client_key' }),
    uploadErrors.upload_not_completed({}, { field: 'upload_id' }),
  )
  async createVideoStock(
    @Body() body: object, // judged by the service, after the podcast that it names
    @CurrentCaller() { userId }: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<VideoStockEnvelope> {
    const { created, stock } = await this.stocks.create(body, userId);
    response.status(created ? HttpStatus.CREATED : HttpStatus.OK);
    return { data: VideoStockResponse.from(stock) };
  }

  @Get()
  @Requires('read')
  @OwnsNamedPodcast()
  @ApiOperation({ summary: 'List the video stocks of your podcasts', description: 'In order of creation.' })
  @ApiOkResponse({ type: VideoStockPage })
  @ApiErrors(NO_PODCAST)
  listVideoStocks(@CurrentCaller() { userId }: Caller, @Query() query: VideoStocksQuery): Promise<VideoStockPage> {
    return this.stocks.list(userId, query);
  }

  @Get(':stock')
  @Requires('read')
  @OwnsStock()
  @ApiOperation({
    summary: 'Show a video stock',
    description: 'Its state, its episode, and why it failed. With wait, as soon as it is no longer processing.',
  })
  @ApiOkResponse({ type: VideoStockEnvelope, headers: { ETag: { schema: { type: 'string' } } } })
  @ConditionalGet()
  @ApiErrors(NO_STOCK)
  async showVideoStock(
    @TheStock() { id, podcastId }: VideoStock,
    @CurrentCaller() { userId }: Caller,
    @Query() { wait: seconds = 0 }: WaitQuery,
    @Closed() closed: AbortSignal,
  ): Promise<Tagged<VideoStockEnvelope>> {
    const stock = await this.waiting.until(() => this.stocks.find(id, userId), {
      key: podcastId,
      request: { userId, seconds, closed },
      isDone: ({ status }) => status !== 'processing',
    });
    return new Tagged(`"${stock.id}.${stock.revision}"`, { data: VideoStockResponse.from(stock) });
  }

  @Patch(':stock')
  @Requires('update')
  @OwnsStock()
  @ApiOperation({ summary: 'Correct a video stock', description: 'A failed one may get another upload; it is then read anew.' })
  @ApiOkResponse({ type: VideoStockEnvelope })
  @ApiErrors(NO_STOCK, stockErrors.revision_mismatch({ current_revision: 3 }, { field: 'expected_revision' }))
  async correctVideoStock(
    @TheStock() { id }: VideoStock,
    @Body() correction: CorrectVideoStock,
    @CurrentCaller() { userId }: Caller,
  ): Promise<VideoStockEnvelope> {
    return { data: VideoStockResponse.from(await this.edits.correct(id, userId, correction)) };
  }

  @Post(':stock/cancel')
  @HttpCode(HttpStatus.OK)
  @OptionalBody()
  @Requires('delete')
  @OwnsStock()
  @ApiBody({ type: CancelVideoStock, required: false })
  @ApiOperation({ summary: 'Cancel a video stock', description: 'Its seconds are given back. A repeated request gets the same answer.' })
  @ApiOkResponse({ type: VideoStockEnvelope })
  @ApiErrors(NO_STOCK, stockErrors.already_matched())
  async cancelVideoStock(@TheStock() { id }: VideoStock, @Body() cancellation: CancelVideoStock): Promise<VideoStockEnvelope> {
    return { data: VideoStockResponse.from(await this.edits.cancel(id, cancellation)) };
  }

  @Post(':stock/link')
  @HttpCode(HttpStatus.OK)
  @Requires('update')
  @OwnsStock()
  @ApiOperation({ summary: 'Give a video stock its episode', description: 'A repeated request for the same episode gets the same answer.' })
  @ApiOkResponse({ type: VideoStockEnvelope })
  @ApiErrors(NO_STOCK, stockErrors.episode_has_video({}, { field: 'episode_id' }))
  async linkVideoStock(@TheStock() { id }: VideoStock, @Body() link: LinkVideoStock): Promise<VideoStockEnvelope> {
    return { data: VideoStockResponse.from(await this.edits.link(id, link)) };
  }

  @Post(':stock/unlink')
  @HttpCode(HttpStatus.OK)
  @OptionalBody()
  @Requires('delete')
  @OwnsStock()
  @ApiBody({ type: UnlinkVideoStock, required: false })
  @ApiOperation({
    summary: 'Take a video stock from its episode',
    description: 'It is not matched with this episode again by itself. A repeated request gets the same answer.',
  })
  @ApiOkResponse({ type: VideoStockEnvelope })
  @ApiErrors(NO_STOCK, stockErrors.not_matched({ status: 'processing' }))
  async unlinkVideoStock(@TheStock() { id }: VideoStock, @Body() unlinking: UnlinkVideoStock): Promise<VideoStockEnvelope> {
    return { data: VideoStockResponse.from(await this.edits.unlink(id, unlinking)) };
  }
}
