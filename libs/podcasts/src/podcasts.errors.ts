import { defineErrors } from '@app/http/errors';

export const podcastErrors = defineErrors({
  not_owner: { kind: 'not_permitted', message: 'The podcast belongs to somebody else.' },
  ownership_not_confirmed: { kind: 'not_permitted', message: 'Your ownership of the podcast is not confirmed yet.' },
});

/** The owner of a podcast, and whether an operator has confirmed it. */
export type Claim = { readonly ownerId: string; readonly confirmed: boolean };

/** @throws AppError 403 unless the podcast is the user's and an operator has confirmed it (contract 2.7) */
export function mustOwn({ ownerId, confirmed }: Claim, userId: string): void {
  if (ownerId !== userId) throw podcastErrors.not_owner();
  if (!confirmed) throw podcastErrors.ownership_not_confirmed();
}
