import { copyFileSync, globSync, mkdirSync, readFileSync } from 'node:fs';
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

/** Merges the coverage of all projects into one report, `reports/coverage/index.html` and `lcov.info`, with a summary on stdout. */
export function mergeCoverage(): void {
  const map = coverage.createCoverageMap({});
  for (const file of ofProjects('coverage/coverage-final.json')) {
    map.merge(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as coverage.CoverageMapData);
  }
  const context = report.createContext({ dir: join(REPORTS, 'coverage'), coverageMap: map });
  for (const kind of ['html', 'lcovonly', 'text-summary'] as const) reports.create(kind).execute(context);
}
