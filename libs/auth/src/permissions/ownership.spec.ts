import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { GUARDS_METADATA } from '@nestjs/common/constants';
import { ownership } from './ownership.js';
import type { Caller } from './permission.guard.js';

/** Things by their owner. */
class Things {
  readonly asked: string[] = [];
  find(id: string, userId: string): Promise<string> {
    this.asked.push(id);
    return id.startsWith(userId) ? Promise.resolve(`thing ${id}`) : Promise.reject(new Error('not yours'));
  }
}

type Asked = { readonly params?: Record<string, string>; readonly query?: Record<string, unknown> };

/** Asks the guard of a route as the user `ann`. */
async function ask({ Owns }: Pick<ReturnType<typeof ownership>, 'Owns'>, { params = {}, query = {} }: Asked) {
  class Routes {
    one(this: void): void {
      return;
    }
  }
  Owns()(Routes.prototype, 'one', Object.getOwnPropertyDescriptor(Routes.prototype, 'one')!);
  const [Guard] = Reflect.getMetadata(GUARDS_METADATA, Routes.prototype.one) as Type<CanActivate>[];
  const things = new Things();
  const request = { params, query, user: { userId: 'ann' } };
  const context = { switchToHttp: () => ({ getRequest: () => request }) } as unknown as ExecutionContext;
  if (!Guard) throw new Error('the route has no guard');
  const passed = await Promise.resolve(new Guard(things).canActivate(context)).catch((error: unknown) => String(error));
  return { passed, asked: things.asked };
}

const find = (things: Things, id: string, { userId }: Caller) => things.find(id, userId);

describe('the ownership guard', () => {
  const inPath = ownership('thing', Things, find);
  const inQuery = ownership({ query: 'thing_id' }, Things, find);

  it('the ownership guard refuses an object in the path that another user owns', async () => {
    expect(await ask(inPath, { params: { thing: 'ann-1' } })).toEqual({ passed: true, asked: ['ann-1'] });
    expect(await ask(inPath, { params: { thing: 'bob-1' } })).toEqual({ passed: 'Error: not yours', asked: ['bob-1'] });
  });

  it('the ownership guard refuses an object in the query that another user owns', async () => {
    expect(await ask(inQuery, { query: { thing_id: 'ann-1' } })).toEqual({ passed: true, asked: ['ann-1'] });
    expect(await ask(inQuery, { query: { thing_id: 'bob-1' } })).toEqual({ passed: 'Error: not yours', asked: ['bob-1'] });
  });

  it('the ownership guard leaves a query that names nothing, or a list, to its validation', async () => {
    expect(await ask(inQuery, {})).toEqual({ passed: true, asked: [] });
    expect(await ask(inQuery, { query: { thing_id: ['ann-1', 'bob-1'] } })).toEqual({ passed: true, asked: [] });
  });
});
