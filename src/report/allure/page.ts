/**
 * Allure's page, generated in this process as one file that opens from disk and loads nothing from elsewhere.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Category } from 'allure-js-commons/sdk';
import type { ConformanceReport } from '../../core/report.ts';

/** @param results the paths of the files in `allure-results/` */
export async function generatePage(
  report: ConformanceReport,
  results: readonly string[],
  categories: readonly Category[],
): Promise<string> {
  const { AllureReport, resolveConfig } = await import('@allurereport/core');
  const work = await mkdtemp(join(tmpdir(), 'cawl-allure-'));
  try {
    await mkdir(join(work, 'report'));
    const config = await resolveConfig(
      {
        name: `cawl: ${report.verdict}`,
        output: join(work, 'report'),
        categories: categories.map((category) => ({ ...category })) as never,
        plugins: {
          awesome: {
            import: '@allurereport/plugin-awesome',
            options: { singleFile: true, reportLanguage: 'en', groupBy: ['epic', 'feature'] },
          },
        },
      },
      { cwd: work },
    );
    const allure = new AllureReport(config);
    await allure.start();
    for (const file of results) await allure.readFile(file);
    await allure.done();
    return offline(await readFile(join(work, 'report', 'index.html'), 'utf8'));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const policy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data: blob:; style-src 'unsafe-inline' data:; img-src data: blob:; font-src data:; media-src data: blob:; connect-src data: blob:; worker-src blob:; base-uri 'self'";

/**
 * Allure's page without its analytics tag, which no option removes, and under a policy that lets it load nothing from
 * outside the file.
 */
export function offline(page: string): string {
  const quiet = page
    .replace(/<script\b[^>]*\bsrc=["']?(?:https?:)?\/\/[^>]*>\s*<\/script>/gi, '')
    .replace(/<script>\s*window\.dataLayer\s*=[\s\S]*?<\/script>/gi, '')
    .replace(/<link\b[^>]*\bhref=["']?(?:https?:)?\/\/[^>]*>/gi, '');
  return quiet.replace(
    /<head>/i,
    `<head><!-- written by cawl --><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
