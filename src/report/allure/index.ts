/**
 * The reporter `allure`: `allure-results/` with one test per requirement, and `allure/index.html`. Its packages are optional
 * peers of this one, since they are larger than all the rest; only this folder uses them.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConformanceReport } from '../../core/report.ts';
import type { Folder } from '../folder.ts';
import { generatePage } from './page.ts';
import { categories, writeResults } from './results.ts';

/** Writes `allure-results/` and `allure/index.html` into the report folder. */
export async function writeAllure(report: ConformanceReport, folder: Folder): Promise<void> {
  const resultsDir = join(folder.dir, 'allure-results');
  const namesIn = () => readdir(resultsDir).catch(() => [] as string[]);
  // Results that others keep there stay out of this report and of its manifest.
  const before = new Set(await namesIn());
  await writeResults(report, resultsDir);
  const written = (await namesIn()).filter((name) => !before.has(name));
  for (const name of written) folder.adopt(`allure-results/${name}`);
  const paths = written.map((name) => join(resultsDir, name));
  await folder.write('allure/index.html', await generatePage(report, paths, categories));
}
