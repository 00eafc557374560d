import { AppError } from '@app/http';

/** Who owns a podcast, as far as one caller is concerned. */
export type Claim = { readonly ownerId: string; readonly confirmed: boolean };

/** @throws AppError 403 unless the podcast is the user's and an operator has confirmed it (decisions 2.6, 2.7) */
export function mustOwn({ ownerId, confirmed }: Claim, userId: string): void {
  if (ownerId !== userId) throw refused('not_owner', 'The podcast belongs to somebody else.');
  if (!confirmed) throw refused('ownership_not_confirmed', 'Your ownership of the podcast is not confirmed yet.');
}

function refused(code: string, message: string): AppError {
  return new AppError('not_permitted', message, { errors: [{ field: null, code, message }] });
}
