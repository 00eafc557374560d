export const VIDEO_STOCK_STATUSES = ['processing', 'ready', 'failed', 'matched', 'canceled'] as const;

export type VideoStockStatus = (typeof VIDEO_STOCK_STATUSES)[number];

/** The events in the life of a stock after its creation. */
export type Trigger =
  | 'read' // the worker has read its container
  | 'fail' // the worker could not read it, or the quota had no room for it
  | 'replace' // its owner gave it another upload
  | 'pair' // it got its episode, by match or by link
  | 'unpair' // its owner took its episode away
  | 'cancel';

/** The state machine (contract 9.1). A transition that is not listed is not possible. */
const NEXT: Readonly<Record<VideoStockStatus, Readonly<Partial<Record<Trigger, VideoStockStatus>>>>> = {
  processing: { read: 'ready', fail: 'failed', cancel: 'canceled' },
  ready: { pair: 'matched', cancel: 'canceled' },
  failed: { replace: 'processing', cancel: 'canceled' },
  matched: { unpair: 'ready' },
  canceled: {},
};

/** @returns the state that a trigger leads to; undefined when the present state does not allow it */
export function next(status: VideoStockStatus, trigger: Trigger): VideoStockStatus | undefined {
  return NEXT[status][trigger];
}

/** Whether the seconds of a stock in this state are charged (contract 7.1). */
export const isCharged = (status: VideoStockStatus): boolean => status === 'ready' || status === 'matched';

/** Whether a stock in this state holds its upload (contract 8.3). */
export const holdsUpload = (status: VideoStockStatus): boolean => status === 'processing' || isCharged(status);

/** Whether a caller may still correct a stock in this state. */
export const isCorrectable = (status: VideoStockStatus): boolean => status !== 'matched' && status !== 'canceled';
