import type { Request, Response } from 'express';
import { IDLE_MS } from './limits.js';

/** Tells a client that waits for it to go on, and cuts one off that then sends nothing. What is done with the bytes may take its time. */
export function expectBytes(request: Request, response: Response): void {
  request.setTimeout(IDLE_MS, () => request.complete || request.destroy());
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
}
