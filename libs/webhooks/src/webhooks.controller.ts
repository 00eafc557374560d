import { CurrentCaller, Requires, type Caller } from '@app/auth';
import { ApiErrors } from '@app/platform';
import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DeliveriesQueries } from './deliveries/deliveries.queries.js';
import { EndpointsService } from './endpoints/endpoints.service.js';
import {
  DeliveriesEnvelope,
  DeliveryResponse,
  EndpointEnvelope,
  EndpointResponse,
  RegisterWebhook,
  RegistrationEnvelope,
  RemovalEnvelope,
} from './webhooks.dto.js';

/** Deliveries that the history lists (spec 8). */
const LATEST = 50;

@ApiTags('Webhook')
@Controller('video-webhook')
export class WebhooksController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly deliveries: DeliveriesQueries,
  ) {}

  @Put()
  @Requires('update')
  @ApiOperation({
    summary: 'Register or replace the webhook destination',
    description:
      'The key is shown this once. A verification request is on its way to the URL; nothing else is sent there before it has answered.',
  })
  @ApiOkResponse({ type: RegistrationEnvelope })
  @ApiErrors(403, 422)
  async registerWebhook(@CurrentCaller() { userId }: Caller, @Body() { url }: RegisterWebhook): Promise<RegistrationEnvelope> {
    const { endpoint, signingSecret } = await this.endpoints.register(userId, url);
    return { data: { endpoint: EndpointResponse.from(endpoint), signing_secret: signingSecret } };
  }

  @Get()
  @Requires('read')
  @ApiOperation({ summary: 'Show the webhook destination', description: 'null when there is none. `active` tells whether it is verified.' })
  @ApiOkResponse({ type: EndpointEnvelope })
  @ApiErrors(403, 422)
  async showWebhook(@CurrentCaller() { userId }: Caller): Promise<EndpointEnvelope> {
    const endpoint = await this.endpoints.find(userId);
    return { data: endpoint && EndpointResponse.from(endpoint) };
  }

  @Delete()
  @Requires('delete')
  @ApiOperation({ summary: 'Remove the webhook destination', description: 'What is queued for it is canceled.' })
  @ApiOkResponse({ type: RemovalEnvelope })
  @ApiErrors(403, 404, 422)
  async removeWebhook(@CurrentCaller() { userId }: Caller): Promise<RemovalEnvelope> {
    await this.endpoints.remove(userId);
    return { data: { deleted: true } };
  }

  @Get('deliveries')
  @Requires('read')
  @ApiOperation({ summary: 'List the latest 50 deliveries', description: 'Newest first, over all destinations that the user has had.' })
  @ApiOkResponse({ type: DeliveriesEnvelope })
  @ApiErrors(403, 422)
  async listDeliveries(@CurrentCaller() { userId }: Caller): Promise<DeliveriesEnvelope> {
    return { data: (await this.deliveries.latestOf(userId, LATEST)).map(DeliveryResponse.from) };
  }
}
