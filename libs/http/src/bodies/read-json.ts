import type { Request, Response } from 'express';
import { JSON_BODY_LIMIT, parseJson, readBytes } from './body.js';
import { judgeJsonShape } from './json-shape.js';

/**
 * Reads a JSON body of at most {@link JSON_BODY_LIMIT} bytes in a route that judges its messages itself; others declare
 * `@Body()`.
 * @throws AppError 422
 */
export async function readJson(request: Request, response: Response, { members }: { readonly members: number }): Promise<unknown> {
  const { bytes, release } = await readBytes(request, response, { limit: JSON_BODY_LIMIT });
  try {
    const json = bytes.whole();
    judgeJsonShape(json, members);
    return parseJson(json);
  } finally {
    release();
  }
}
