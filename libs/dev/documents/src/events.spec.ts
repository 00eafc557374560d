import { eventTypesOf } from '@app/outbox';
import { describe, expect, it } from '@jest/globals';
import { textOf } from './root.ts';

const DECLARATION = 'libs/outbox/src/event-types.ts';

const ALL: readonly string[] = [...new Set([...eventTypesOf('webhook'), ...eventTypesOf('list')])];

type Mention = { readonly pattern: RegExp; readonly edit: string; readonly types?: readonly string[]; readonly part?: RegExp };

/** Where each type of an event is named, and the edit that a missing one needs. */
const NAMED: Readonly<Record<string, Mention>> = {
  'docs/openapi.json': { pattern: /"enum": \[\s*"([a-z_]+\.[a-z_.]+)"\s*\]/g, edit: 'run npm run generate' },
  'libs/client/src/schema.ts': { pattern: /type: '([a-z_]+\.[a-z_]+)';/g, edit: 'run npm run generate' },
  'docs/webhooks.md': { pattern: /^\| `([a-z_]+\.[a-z_]+)` \|/gm, edit: 'run npm run generate', types: eventTypesOf('webhook') },
  'docs/contract.md': {
    part: /<a id="18\.3">.*?(?=\n- <a id)/s,
    pattern: /`([a-z_]+\.(?:[a-z_]+|\*))`/g,
    edit: 'point 18.3 names them',
    types: eventTypesOf('list'),
  },
};

describe('the event types that libs/outbox declares', () => {
  it.each(Object.entries(NAMED))(
    'the event types that libs/outbox declares are those of %s',
    (path, { pattern, edit, types: declared = ALL, part = /.*/s }) => {
      const [text = ''] = part.exec(textOf(path)) ?? [];
      const found = [...text.matchAll(pattern)].map(([, type = '']) => type);
      const named = found.flatMap((type) => (type.endsWith('.*') ? ALL.filter((one) => one.startsWith(type.slice(0, -1))) : [type]));
      const faults = [
        ...declared.filter((type) => !named.includes(type)).map((type) => `${path} lacks the event ${type}: ${edit}`),
        ...named
          .filter((type) => !declared.includes(type))
          .map((type) => `${path} has the event ${type}, which is not in ${DECLARATION}: ${edit}`),
      ];
      expect(faults).toEqual([]);
    },
  );
});
