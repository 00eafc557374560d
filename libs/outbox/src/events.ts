/** Data of `video_stock.*` (spec 2). The older camelCase of notification bodies. */
type VideoStockData = {
  readonly id: string;
  readonly podcastId: string;
  readonly clientKey: string;
  readonly status: string;
  readonly matchedEpisodeId: string | null;
};

/** Data of `video_quota.low` (spec 2): whole seconds. */
type QuotaData = { readonly usedSeconds: number; readonly availableSeconds: number; readonly remainingSeconds: number };

/** All event types and their `data` (spec 6). */
type WebhookEvents = {
  readonly 'webhook.verification': { readonly challenge: string };
  readonly 'video_stock.failed': VideoStockData;
  readonly 'video_stock.matched': VideoStockData;
  readonly 'video_quota.low': QuotaData;
};

export type WebhookEventType = keyof WebhookEvents;

export const VERIFICATION = 'webhook.verification' satisfies WebhookEventType;

/** Types that other features publish. */
type PublishedType = Exclude<WebhookEventType, typeof VERIFICATION>;

/** An event for the user who bears the quota of the podcast. */
export type PublishedEvent<T extends PublishedType = PublishedType> = {
  readonly [K in T]: { readonly userId: string; readonly type: K; readonly data: WebhookEvents[K] };
}[T];

/** The text that is stored, signed and sent, the same in every attempt (spec 6.1, decisions 6.8). */
export function eventBody<T extends WebhookEventType>(event: { id: string; type: T; createdAt: Date; data: WebhookEvents[T] }): string {
  const { id, type, createdAt, data } = event;
  return JSON.stringify({ id, type, createdAt: createdAt.toISOString(), data });
}
