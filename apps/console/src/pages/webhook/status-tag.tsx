import type { DeliverySummary } from './queries.ts';
import { t } from '../../texts/language.ts';

export const KINDS = { queued: 'tag-warn', sending: 'tag-warn', delivered: 'tag-good', failed: 'tag-bad', canceled: '' } as const;

export function StatusTag({ status }: Pick<DeliverySummary, 'status'>) {
  return <span className={`tag ${KINDS[status]}`}>{t(status)}</span>;
}
