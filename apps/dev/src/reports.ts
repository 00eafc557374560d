import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './workspace.ts';

const REPORTS = join(ROOT, 'reports');

/** Collects the JUnit reports of all projects as `reports/junit/<project>.xml`. */
export function collectJunit(): void {
  mkdirSync(join(REPORTS, 'junit'), { recursive: true });
  for (const file of globSync('{apps,libs,libs/dev,tools}/*/reports/junit.xml', { cwd: ROOT })) {
    const project = file.split('/').slice(1, -2).join('-');
    writeFileSync(join(REPORTS, 'junit', `${project}.xml`), wellFormed(readFileSync(join(ROOT, file), 'utf8')));
  }
}

/** A report without the characters that XML 1.0 (2.2) forbids: the words of a failed test may have any. */
export function wellFormed(report: string): string {
  return report.replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
}

/** Where an app's tests leave their JUnit report. */
export const junitOf = (app: string) => join(ROOT, 'apps', app, 'reports/junit.xml');

/** Whether the last test run of an app ended without a report, or with one that names a failure. */
export function hasFailed(app: string): boolean {
  if (!existsSync(junitOf(app))) return true;
  const [totals = ''] = /<testsuites [^>]*>/.exec(readFileSync(junitOf(app), 'utf8')) ?? [];
  return !totals.includes(' failures="0"') || !totals.includes(' errors="0"');
}
