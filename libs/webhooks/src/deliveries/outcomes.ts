/** Outcomes of attempts beside statuses of HTTP and the codes of `OUTBOUND_CODES`. */
export const OWN_OUTCOMES = ['wrong_challenge', 'lost', 'canceled'] as const;

export type OwnOutcome = (typeof OWN_OUTCOMES)[number];
