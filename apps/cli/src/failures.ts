/** The command was called wrongly: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was asked for was refused, or a file has defects; what there is to say was said already when the message is empty: exit status 1. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
