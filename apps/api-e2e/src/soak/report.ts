import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { durations, quantile, type Outage, type Sample } from './measures.js';
import type { HostileReport } from './hostile.ts';
import type { Reading } from './resources.js';

export type UserTimes = {
  readonly user: string;
  readonly idle: number;
  readonly storm: number;
  readonly median: number;
  readonly requests: number;
};

export type SoakReport = {
  readonly minutes: number;
  readonly outages: readonly Outage[];
  readonly times: readonly UserTimes[];
  readonly undisturbed: readonly Sample[];
  readonly statuses: Record<string, number>;
  readonly hostile: HostileReport;
  readonly counted: Record<string, number>;
  readonly missing: readonly string[];
  readonly readings: readonly Reading[];
  readonly mostConnections: number;
  readonly leaked: { readonly connections: number; readonly files: number };
  readonly load: readonly number[];
  readonly disturbed: { readonly steps: number; readonly lags: number };
  /** Requests that were not served outside outages, in words. */
  readonly notServed: readonly string[];
};

/** Writes what happened as Markdown. */
export async function writeReport(file: string, report: SoakReport): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, markdown(report));
}

function markdown(report: SoakReport): string {
  const { minutes, outages, times, counted, missing, mostConnections, leaked, load, disturbed } = report;
  const [least, median, most] = [0, 0.5, 1].map((share) => quantile(load, share).toFixed(1));
  return [
    `# Soak of ${minutes} minutes, ${new Date().toISOString().slice(0, 16)}Z`,
    `${cpus().length} processors (${cpus()[0]?.model ?? 'unknown'}); load average ${least} to ${most}, median ${median}, now ${loadavg()[0]!.toFixed(1)}.`,
    `${outages.length} faults: ${counts(outages.map(({ kind }) => kind))}.`,
    `Beside them ${disturbed.steps} steps of every clock by an hour, and ${disturbed.lags} times a replica that shows nothing new for 20 s.`,
    `Longest time until every process was ready again: ${Math.max(...outages.map(({ from, to }) => to - from))} ms.`,
    `Accepted and looked for: ${Object.entries(counted).map(([what, count]) => `${count} ${what}`).join(', ')}. Missing: ${missing.length}.`,
    `Statuses of honest users: ${Object.entries(report.statuses).map(([status, count]) => `${status}: ${count}`).join(', ')}.`,
    '## Milliseconds of honest users outside outages',
    table(['user', 'requests', 'p50', 'p99 idle', 'p99', 'ratio'], times.map(({ user, requests, median: middle, idle, storm }) => [user, requests, middle, idle, storm, (storm / idle).toFixed(1)])),
    '## By action',
    table(['action', 'requests', 'p50', 'p99', 'slowest'], byAction(report.undisturbed)),
    '## Memory, files and connections',
    `At most ${mostConnections} connections of all processes together. At rest afterwards, compared with before: ${leaked.connections} connections, ${leaked.files} files.`,
    table(['process', 'quarter', 'MB', 'files'], quarters(report.readings)),
    '## The hostile user',
    table(['way', 'statuses'], Object.entries(report.hostile).map(([way, statuses]) => [way, Object.entries(statuses).map(([status, count]) => `${status}: ${count}`).join(', ')])),
    ...(report.notServed.length > 0 ? ['## Not served at first, outside outages', report.notServed.slice(0, 100).map((one) => `- ${one}`).join('\n')] : []),
    ...(missing.length > 0 ? ['## Missing', missing.slice(0, 200).map((one) => `- ${one}`).join('\n')] : []),
    '',
  ].join('\n\n'); // prettier-ignore
}

function byAction(samples: readonly Sample[]): (string | number)[][] {
  const rows = [...Map.groupBy(samples, ({ action }) => action)].map(([action, some]) => {
    const all = durations(some);
    return [action, all.length, quantile(all, 0.5), quantile(all, 0.99), Math.max(...all)];
  });
  return rows.sort((one, other) => Number(other[3]) - Number(one[3]));
}

/** Medians of each quarter of the time. */
export function quarters(readings: readonly Reading[]): (string | number)[][] {
  return [...Map.groupBy(readings, ({ app }) => app)].flatMap(([app, all]) =>
    [0, 1, 2, 3].map((quarter) => {
      const some = all.slice(Math.floor((all.length * quarter) / 4), Math.floor((all.length * (quarter + 1)) / 4));
      const of = (value: (one: Reading) => number) => quantile(some.map(value), 0.5);
      return [app, quarter + 1, of(({ megabytes }) => megabytes), of(({ files }) => files)];
    }),
  );
}

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const counts = (values: readonly (string | number)[]): string =>
  [...Map.groupBy(values, (value) => value)].map(([value, all]) => `${all.length} × ${value}`).join(', ');
