/** The variables were wrong: the message names every fault. */
export class EnvError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`Configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'EnvError';
  }
}
