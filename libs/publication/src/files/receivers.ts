import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { TooBusyError } from '@app/process';

/** Large answers that are on their way at once: all of them, and those to one address (contract 2.12). */
const MAX_RECEIVERS = 512;
const MAX_PER_ADDRESS = MAX_RECEIVERS / 8;

/** Milliseconds after which a receiver may have to give way. */
const GRACE_MS = 10_000;

type Receiver = { readonly address: string; readonly response: ServerResponse; readonly since: number; readonly bytesBefore: number };

/** Bytes that the client of a connection has taken; a buffer counts when all of it is. */
const bytesTaken = ({ socket }: ServerResponse): number => (socket ? socket.bytesWritten - socket.writableLength : 0);

/** Answers that take a while to be received. When there are too many, the slowest one is cut off. */
export class Receivers {
  private readonly open = new Set<Receiver>();

  /** @throws TooBusyError when there are too many, and all have only begun */
  admit(address: string, response: ServerResponse): void {
    const ofAddress = [...this.open].filter((one) => one.address === address);
    if (ofAddress.length >= MAX_PER_ADDRESS) cutOffSlowest(ofAddress);
    else if (this.open.size >= MAX_RECEIVERS) cutOffSlowest([...this.open]);
    const receiver = { address, response, since: performance.now(), bytesBefore: bytesTaken(response) };
    this.open.add(receiver);
    finished(response, () => this.open.delete(receiver));
  }
}

function cutOffSlowest(receivers: readonly Receiver[]): void {
  const now = performance.now();
  const rate = ({ response, since, bytesBefore }: Receiver) => (bytesTaken(response) - bytesBefore) / (now - since);
  const [slowest] = receivers.filter(({ since }) => now - since > GRACE_MS).sort((one, other) => rate(one) - rate(other));
  if (!slowest) throw new TooBusyError();
  slowest.response.destroy();
}
