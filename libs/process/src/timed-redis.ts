import { Redis, type Command } from 'ioredis';

/** Milliseconds after which a Redis that has not answered counts as away. */
const COMMAND_TIMEOUT_MS = 1000;

/**
 * Gives commands up that are not answered in time. The driver's own `commandTimeout` does not look whether the answer
 * has arrived while the process could not run: its lag would count as a fault of Redis.
 */
export class TimedRedis extends Redis {
  override sendCommand(command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown {
    // Immediates come after what has arrived is read.
    const giveUp = () => setImmediate(() => command.reject(new Error('Redis has not answered in time')));
    const timer = setTimeout(giveUp, COMMAND_TIMEOUT_MS);
    const stop = () => clearTimeout(timer);
    command.promise.then(stop, stop);
    return super.sendCommand(command, stream);
  }
}
