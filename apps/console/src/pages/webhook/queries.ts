import { queryOptions } from '@tanstack/react-query';
import { api, single, type Schemas } from '../../api/api.ts';

export type Endpoint = Schemas['EndpointResponse'];
export type DeliverySummary = Schemas['DeliveryResponse'];
export type DeliveryDetails = Schemas['DeliveryDetailsResponse'];

/** While something is under way, the page looks again; a user has 60 requests a minute for everything. */
const REFRESH_MS = 10_000;

/** A verification takes a moment, and the user waits for it. */
const REFRESH_UNVERIFIED_MS = 4000;

const isOpen = ({ status }: DeliverySummary): boolean => status === 'queued' || status === 'sending';

export const webhookQuery = queryOptions({
  ...single(['webhook'], (signal) => api.GET('/api/v1/video-webhook', { signal })),
  refetchInterval: ({ state: { data } }) => (data && !data.active ? REFRESH_UNVERIFIED_MS : false),
});

/** The latest 50: the API has no more. */
export const deliveriesQuery = queryOptions({
  ...single(['webhook', 'deliveries'], (signal) => api.GET('/api/v1/video-webhook/deliveries', { signal })),
  refetchInterval: ({ state: { data } }) => (data?.some(isOpen) ? REFRESH_MS : false),
});

export const deliveryQuery = (delivery: string) =>
  queryOptions({
    ...single(['webhook', 'deliveries', delivery], (signal) =>
      api.GET('/api/v1/video-webhook/deliveries/{delivery}', { params: { path: { delivery } }, signal }),
    ),
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? REFRESH_MS : false),
  });
