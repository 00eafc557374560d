import { globSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ROOT, textOf } from './root.ts';

/**
 * The bounds of users' shares: the file, its words in code, and the beginning of its row in docs/reliability.md with
 * the row's words.
 */
const SHARES: readonly (readonly [file: string, code: readonly string[], row: string, words: readonly string[]])[] = [
  ['libs/http/src/bodies/request-memory.ts', ['total: 256 * MB, perUser: 32 * MB'], 'Memory for bodies', ['256 MiB', '32 MiB']],
  [
    'libs/http/src/connections.ts',
    ['MAX_CONNECTIONS = 16_384', 'MAX_CONNECTIONS / 8'],
    'Connections, unless',
    ['16,384', '2,048 an address'],
  ],
  ['libs/publication/src/files/receivers.ts', ['MAX_RECEIVERS = 512', 'MAX_RECEIVERS / 8'], 'Large public files', ['512', '64 an address']],
  [
    'libs/publication/src/episodes/episode-makers.ts',
    ['total: 4, perKey: 1', '10_000', 'run(ownerId'],
    'Making public texts',
    ['4, 2', '1 an owner', '10 s'],
  ],
  [
    'libs/publication/src/feed/feed-maker.ts',
    ['total: 2, perKey: 1', '10_000', 'run(state.ownerId'],
    'Making public texts',
    ['4, 2', '1 an owner'],
  ],
  [
    'libs/publication/src/files/public-files.ts',
    ['total: 4, perKey: 1', 'timeoutMs: 5000', 'run(address'],
    'Making public texts',
    ['; 4 |', '1 an address', '5 s'],
  ],
  [
    'libs/uploads/src/storage/s3.storage.ts',
    ['IN_FLIGHT = 16', 'IN_FLIGHT / 8', 'TIMEOUT_MS = 60_000'],
    'Parts of uploads',
    ['16', '2', '60 s'],
  ],
  [
    'libs/analytics/src/exports/exports.service.ts',
    ['connections / 3', 'perKey: 1', 'TIMEOUT_MS = 30_000'],
    'Exports',
    ['a third', '1 reads', '30 s'],
  ],
  ['libs/analytics/src/exports/export-slots.queries.ts', ['MAX_EXPORTS = 2'], 'Exports', ['2,']],
  ['libs/jobs/src/waiting.ts', ['MAX_WAITING_PER_USER = 20', 'MAX_WAITING = 4000'], 'Readers that wait', ['4,000', '20']],
  [
    'libs/transcripts/src/threads/transcript-threads.ts',
    ['availableParallelism() - 1', 'CONCURRENCY / 8', '60_000'],
    'Threads',
    ['less one', 'an eighth', '60 s'],
  ],
  [
    'libs/database/src/database-pool.ts',
    ['total: options.max', 'options.max / 8'],
    'Database connections',
    ['the pool', 'an eighth, at least 2'],
  ],
  [
    'libs/webhooks/src/endpoints/endpoints.service.ts',
    ['CONCURRENCY = 100', 'perKey: 1', 'TIMEOUT_MS = 5000'],
    'Registrations',
    ['100', '1', '5 s'],
  ],
  [
    'libs/video-stocks/src/changes/podcast-turns.ts',
    ['MAX_PODCASTS = 1000', 'perKey: 1', '5000'],
    'Registrations; changes',
    ['1,000', '1 a podcast', '5 s'],
  ],
  [
    'libs/feeds/src/refetches/feed-reader.ts',
    ['BODIES_CONCURRENCY = 24', 'PER_OWNER = BODIES_CONCURRENCY / 8', 'total: 2, perKey: 1'],
    'Bodies of feeds',
    ['24; 2', '3; 1'],
  ],
  ['libs/feeds/src/scheduling/refetch.loop.ts', ['CONCURRENCY = 128', 'MAX_PER_OWNER = MAX_BODIES_PER_OWNER'], 'Refetches', ['128', '3']],
];

describe('the table of shares in docs/reliability.md (contract 2.12)', () => {
  it.each(SHARES)('the table of shares in docs/reliability.md says what %s does', (file, code, row, words) => {
    const line = textOf('docs/reliability.md')
      .split('\n')
      .find((one) => one.startsWith(`| ${row}`));
    expect({ file, missing: code.filter((one) => !textOf(file).includes(one)) }).toEqual({ file, missing: [] });
    expect({ row, missing: words.filter((one) => !line?.includes(one)) }).toEqual({ row, missing: [] });
  });

  it('the table of shares in docs/reliability.md names everything that users share', () => {
    const files = globSync('libs/*/src/**/*.ts', { cwd: ROOT, exclude: (path) => path.endsWith('.spec.ts') });
    const sharing = files.filter((file) => /new (?:FairSemaphore|RequestMemory)\(|^const MAX_(?:\w+_)?PER_[A-Z]+ =/m.test(textOf(file)));
    expect(sharing.filter((file) => !SHARES.some(([known]) => known === file))).toEqual([]);
  });
});
