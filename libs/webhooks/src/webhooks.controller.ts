import { CurrentCaller, ownership, Requires, type Caller } from '@app/auth';
import { ApiErrors, DeletedEnvelope } from '@app/http';
import { httpErrors } from '@app/http/errors';
import { Body, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { DeliveryDetails } from './deliveries/deliveries.queries.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { ReplaysService } from './deliveries/replays.service.js';
import { EndpointsService } from './endpoints/endpoints.service.js';
import {
  DeliveriesEnvelope,
  DeliveryDetailsEnvelope,
  DeliveryDetailsResponse,
  DeliveryEnvelope,
  DeliveryResponse,
  EndpointEnvelope,
  EndpointResponse,
  RegisterWebhook,
  RegistrationEnvelope,
  ReplayEnvelope,
  ReplayWebhook,
  VerificationEnvelope,
} from './webhooks.dto.js';
import { webhookErrors } from './webhooks.errors.js';

/** The delivery in the path is the caller's (404 otherwise). */
const { Owns: OwnsDelivery, The: TheDelivery } = ownership('delivery', DeliveriesService, (deliveries, id, { userId }) =>
  deliveries.find(id, userId),
);

const NO_DESTINATION = httpErrors.not_found('There is no webhook destination.');

@ApiTags('Webhook')
@Controller('video-webhook')
export class WebhooksController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly deliveries: DeliveriesService,
    private readonly replays: ReplaysService,
  ) {}

  @Put()
  @Requires('update')
  @ApiOperation({
    summary: 'Register or replace the webhook destination',
    description:
      'The answer is the only one that shows the signing secret. The service sends a verification request to the URL, and nothing else until it is answered.',
  })
  @ApiOkResponse({ type: RegistrationEnvelope })
  @ApiErrors(webhookErrors.https_required({}, { field: 'url' }), webhookErrors.registration_limit({ limit: 5 }))
  async registerWebhook(@CurrentCaller() caller: Caller, @Body() { url }: RegisterWebhook): Promise<RegistrationEnvelope> {
    const { endpoint, signingSecret } = await this.endpoints.register(caller, url);
    return { data: { endpoint: EndpointResponse.from(endpoint), signing_secret: signingSecret } };
  }

  @Get()
  @Requires('read')
  @ApiOperation({ summary: 'Show the webhook destination', description: 'null when there is none. `active` tells whether it is verified.' })
  @ApiOkResponse({ type: EndpointEnvelope })
  async showWebhook(@CurrentCaller() { userId }: Caller): Promise<EndpointEnvelope> {
    const endpoint = await this.endpoints.find(userId);
    return { data: endpoint && EndpointResponse.from(endpoint) };
  }

  @Delete()
  @Requires('delete')
  @ApiOperation({ summary: 'Remove the webhook destination', description: 'Its unfinished deliveries are canceled.' })
  @ApiOkResponse({ type: DeletedEnvelope })
  @ApiErrors(NO_DESTINATION)
  async removeWebhook(@CurrentCaller() caller: Caller): Promise<DeletedEnvelope> {
    await this.endpoints.remove(caller);
    return { data: { deleted: true } };
  }

  @Get('deliveries')
  @Requires('read')
  @ApiOperation({ summary: 'List the latest 50 deliveries', description: 'Newest first, over all destinations that the user has had.' })
  @ApiOkResponse({ type: DeliveriesEnvelope })
  async listDeliveries(@CurrentCaller() { userId }: Caller): Promise<DeliveriesEnvelope> {
    return { data: (await this.deliveries.latest(userId)).map(DeliveryResponse.from) };
  }

  @Post('verify')
  @HttpCode(202)
  @Requires('update')
  @ApiOperation({
    summary: 'Verify the destination again',
    description:
      'Sends a new challenge, signed with the same secret, to the present destination that is not active. Earlier challenges become void. It counts towards the registrations of the hour.',
  })
  @ApiAcceptedResponse({ type: VerificationEnvelope })
  @ApiErrors(NO_DESTINATION, webhookErrors.already_active())
  async verifyWebhook(@CurrentCaller() caller: Caller): Promise<VerificationEnvelope> {
    return { data: EndpointResponse.from(await this.endpoints.verify(caller)) };
  }

  @Post('replay')
  @HttpCode(202)
  @Requires('update')
  @ApiOperation({
    summary: 'Send again what was not received',
    description:
      'Every event since a time that no destination has received, in order, at most ten a second and never before new events, to the present active destination.',
  })
  @ApiAcceptedResponse({ type: ReplayEnvelope })
  @ApiErrors(404, 409)
  async replayWebhook(@CurrentCaller() { userId }: Caller, @Body() { since, types }: ReplayWebhook): Promise<ReplayEnvelope> {
    return { data: { count: await this.replays.begin(userId, new Date(since), types) } };
  }

  @Get('deliveries/:delivery')
  @Requires('read')
  @OwnsDelivery()
  @ApiOperation({
    summary: 'Show one delivery with its attempts',
    description: 'With the event as it is sent, and the outcome of every attempt.',
  })
  @ApiOkResponse({ type: DeliveryDetailsEnvelope })
  showDelivery(@TheDelivery() delivery: DeliveryDetails): DeliveryDetailsEnvelope {
    return { data: DeliveryDetailsResponse.of(delivery) };
  }

  @Post('deliveries/:delivery/redeliver')
  @Requires('update')
  @OwnsDelivery()
  @ApiOperation({
    summary: 'Send the event of a delivery again',
    description: 'A new delivery of the same event, same id and same bytes, to the present active destination.',
  })
  @ApiCreatedResponse({ type: DeliveryEnvelope })
  @ApiErrors(webhookErrors.delivery_not_finished())
  async redeliver(@TheDelivery() { id, userId }: DeliveryDetails): Promise<DeliveryEnvelope> {
    return { data: DeliveryResponse.from(await this.deliveries.redeliver(id, userId)) };
  }
}
