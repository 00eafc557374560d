import { requirementOf } from '@app/auth';
import { loadEnvironment } from '@app/product';
import { describe, expect, it } from '@jest/globals';
import { RequestMethod, type DynamicModule, type Type } from '@nestjs/common';
import { GUARDS_METADATA, METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { pino } from 'pino';
import { ApiModule } from './api.module.js';

type Imported = Type | DynamicModule;

/** `hasGuard`: a guard of its own looks up what the path names. */
type Route = { readonly route: string; readonly requires: string; readonly hasGuard: boolean };

/** Every route of a module and of those that it imports. Nothing is started. */
function routes(module: Imported, seen = new Set<unknown>()): Route[] {
  const type = 'module' in module ? module.module : module;
  if (seen.has(module)) return [];
  seen.add(module);
  const listed = (key: string): unknown[] => [
    ...((Reflect.getMetadata(key, type) ?? []) as unknown[]),
    ...('module' in module ? ((module[key as keyof DynamicModule] ?? []) as unknown[]) : []),
  ];
  const own = (listed(MODULE_METADATA.CONTROLLERS) as Type[]).flatMap((controller) => {
    const prototype = controller.prototype as Record<string, object>;
    const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
    return names.flatMap((name) => {
      const handler = prototype[name];
      const paths = handler && (Reflect.getMetadata(PATH_METADATA, handler) as string | readonly string[] | undefined);
      if (!handler || paths === undefined) return [];
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
      const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
      return [paths].flat().map((path) => {
        const route = [base, path].map((part) => part.replace(/^\/|\/$/g, '')).filter(Boolean);
        return {
          route: `${method} ${route.join('/')}`,
          requires: required(handler),
          hasGuard: Reflect.hasMetadata(GUARDS_METADATA, handler) || Reflect.hasMetadata(GUARDS_METADATA, controller),
        };
      });
    });
  });
  return [...own, ...(listed(MODULE_METADATA.IMPORTS) as Imported[]).flatMap((imported) => routes(imported, seen))];
}

function required(handler: object): string {
  const requirement = requirementOf(handler);
  return requirement === null ? 'a valid token' : (requirement ?? 'FORGOTTEN');
}

describe('the permission table', () => {
  const environment = loadEnvironment({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  });

  const all = async () => routes(await ApiModule.for(environment, pino({ level: 'silent' })));

  it('the permission table has a guard for each object that a path names: 404 and 403 come before 422 (contract 2.7)', async () => {
    const unguarded = (await all()).filter(({ route, requires, hasGuard }) => route.includes(':') && requires !== 'public' && !hasGuard);
    expect(unguarded).toEqual([]);
  });

  it('the permission table is this, and whoever adds a route adds a line', async () => {
    expect((await all()).map(({ route, requires }) => `${route} → ${requires}`).sort()).toEqual([
      'ALL *path → a valid token', // unknown routes: 401 before 404
      'ALL mcp → a valid token', // the permission is that of the tool
      'DELETE episodes/:episode/chapters → delete',
      'DELETE episodes/:episode/transcript → delete',
      'DELETE tokens/:token → delete',
      'DELETE uploads/:upload → delete',
      'DELETE uploads/:upload → delete', // tus
      'DELETE video-webhook → delete',
      'GET e/:episode → public', // outside the API's prefix
      'GET e/:episode/:file → public',
      'GET e/:episode/video → public',
      'GET episodes/:episode → read',
      'GET episodes/:episode/chapters → read',
      'GET episodes/:episode/transcript → read',
      'GET episodes/:episode/transcript/versions → read',
      'GET episodes/:episode/transcript/versions/:number → read',
      'GET events → read',
      'GET f/:podcast → public',
      'GET podcasts → a valid token',
      'GET podcasts/:podcast/analytics → read',
      'GET podcasts/:podcast/analytics.csv → read',
      'GET podcasts/:podcast/episodes → read',
      'GET podcasts/:podcast/publication → read',
      'GET podcasts/:podcast/rss-refetch → read',
      'GET token → a valid token',
      'GET tokens → read',
      'GET uploads → read',
      'GET uploads/:upload → read',
      'GET video-quota → read',
      'GET video-stocks → read',
      'GET video-stocks/:stock → read',
      'GET video-webhook → read',
      'GET video-webhook/deliveries → read',
      'GET video-webhook/deliveries/:delivery → read',
      'HEAD uploads/:upload → update',
      'HEAD uploads/:upload → update', // tus
      'OPTIONS *path → public', // CORS preflight
      'OPTIONS uploads → public', // the same, with what tus tells
      'OPTIONS uploads/:upload → public',
      'PATCH uploads/:upload → update',
      'PATCH uploads/:upload → update', // tus
      'PATCH video-stocks/:stock → update',
      'POST episodes/:episode/retime → update',
      'POST podcasts/:podcast/rss-refetch → update',
      'POST tokens → update',
      'POST tokens/:token/rotate → update',
      'POST uploads → update',
      'POST uploads → update', // tus
      'POST video-stocks → update',
      'POST video-stocks/:stock/cancel → delete',
      'POST video-stocks/:stock/link → update',
      'POST video-stocks/:stock/unlink → delete',
      'POST video-webhook/deliveries/:delivery/redeliver → update',
      'POST video-webhook/replay → update',
      'POST video-webhook/verify → update',
      'PUT episodes/:episode/chapters → update',
      'PUT episodes/:episode/transcript → update',
      'PUT podcasts/:podcast/publication → update',
      'PUT video-webhook → update',
    ]);
  });
});
