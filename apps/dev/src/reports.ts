import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import coverage from 'istanbul-lib-coverage';
import report from 'istanbul-lib-report';
import reports from 'istanbul-reports';
import { ROOT } from './workspace.ts';

const REPORTS = join(ROOT, 'reports');

const ofProjects = (file: string) => globSync(`{apps,libs,libs/dev,tools}/*/reports/${file}`, { cwd: ROOT });

/** Collects the JUnit reports of all projects as `reports/junit/<project>.xml`. */
export function collectJunit(): void {
  mkdirSync(join(REPORTS, 'junit'), { recursive: true });
  for (const file of ofProjects('junit.xml')) {
    const project = file.split('/').slice(1, -2).join('-');
    copyFileSync(join(ROOT, file), join(REPORTS, 'junit', `${project}.xml`));
  }
}

/** Where an app's tests leave their JUnit report. */
export const junitOf = (app: string) => join(ROOT, 'apps', app, 'reports/junit.xml');

/** Whether the last test run of an app ended without a report, or with one that names a failure. */
export function hasFailed(app: string): boolean {
  if (!existsSync(junitOf(app))) return true;
  const [totals = ''] = /<testsuites [^>]*>/.exec(readFileSync(junitOf(app), 'utf8')) ?? [];
  return !totals.includes(' failures="0"') || !totals.includes(' errors="0"');
}

/** Merges the coverage of all projects into one report, `reports/coverage/index.html` and `lcov.info`, with a summary on stdout. */
export function mergeCoverage(): void {
  const map = coverage.createCoverageMap({});
  for (const file of ofProjects('coverage/coverage-final.json')) {
    map.merge(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as coverage.CoverageMapData);
  }
  const context = report.createContext({ dir: join(REPORTS, 'coverage'), coverageMap: map });
  for (const kind of ['html', 'lcovonly', 'text-summary'] as const) reports.create(kind).execute(context);
}
