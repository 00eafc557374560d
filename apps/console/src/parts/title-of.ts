import type { Episode } from '../api/api.ts';
import { t } from '../texts/language.ts';

/** A title as a link needs it: some are blank, or of characters that nobody sees. */
export function titleOf({ title }: Pick<Episode, 'title'>): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(title) ? title : t('Untitled episode');
}
