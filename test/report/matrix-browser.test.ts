/** The page of a matrix in a real browser: it requests nothing, is accessible, and is used by query and by keyboard. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMatrix } from '../../src/fleet/matrix.ts';
import { renderMatrixHtml } from '../../src/report/html/matrix-page.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { launchChromium, noChromium } from '../chromium.ts';
import { conformant, failing } from './samples.ts';

const matrix = buildMatrix(
  [
    { name: 'good', version: '1', report: conformant },
    ...Array.from({ length: 20 }, (_, index) => ({ name: `bad-${index}`, report: failing })),
    { name: 'gone', problem: 'cannot reach <b>it</b>' },
  ],
  { catalogue, kit: '1', now: new Date(failing.run.startedAt), staleAfterMs: Number.POSITIVE_INFINITY },
);

describe.skipIf(noChromium !== undefined)(
  `in Chromium${noChromium === undefined ? '' : ` (skipped: ${noChromium})`}`,
  () => {
    let browser: Browser;
    let dir: string;

    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), 'cawl-matrix-'));
      await writeFile(join(dir, 'matrix.html'), renderMatrixHtml(matrix));
      browser = await launchChromium();
    });

    afterAll(async () => {
      await browser?.close();
      await rm(dir, { recursive: true, force: true });
    });

    async function visit(
      options: Parameters<Browser['newContext']>[0],
      body: (page: Page) => Promise<void>,
    ): Promise<void> {
      const context = await browser.newContext(options);
      // The time limit of the test applies: 30 s are too short on a busy machine.
      context.setDefaultTimeout(0);
      const page = await context.newPage();
      const troubles: string[] = [];
      page.on('console', (message) => troubles.push(message.text()));
      page.on('pageerror', (error) => troubles.push(error.message));
      const url = pathToFileURL(join(dir, 'matrix.html')).href;
      page.on('request', (request) => request.url() === url || troubles.push(request.url()));
      await page.goto(url);
      await body(page);
      await context.close();
      expect(troubles).toEqual([]);
    }

    test.each(['light', 'dark'] as const)('axe finds nothing, %s', async (colorScheme) => {
      const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      await visit({ colorScheme }, async (page) => {
        await page.locator('td.c-fail').first().click();
        await page.evaluate(axe);
        const violations = await page.evaluate(
          'axe.run(document).then((result) => result.violations.map((v) => ({ id: v.id, where: v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)) })))',
        );
        expect(violations).toEqual([]);
      });
    });

    test('a query filters the rows, arrow keys move between cells, Enter shows one in detail, Escape closes it', async () => {
      await visit({}, async (page) => {
        const rows = page.locator('tr[data-row]:visible');
        await page.fill('#query', 'bad-3:fail');
        const failed = matrix.requirements.filter(({ cells }) => cells[4]!.verdict === 'fail');
        expect(await rows.count()).toBe(failed.length);
        await rows.first().locator('td').first().click();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        expect(await page.textContent('#panel-title')).toBe(`bad-0 · ${failed[0]!.id}`);
        expect(await page.textContent('#facts')).toContain('failed');
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
        expect(await page.textContent('#facts')).toContain('cannot reach <b>it</b>');
        await page.keyboard.press('Escape');
        expect(await page.isVisible('#panel')).toBe(false);
        expect(await page.evaluate('document.activeElement.tagName')).toBe('TD');
      });
    });

    test('on 360 px only the table scrolls sideways', async () => {
      await visit({ viewport: { width: 360, height: 740 } }, async (page) => {
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
        expect(await page.evaluate("document.querySelector('.grid').scrollWidth > 360")).toBe(true);
      });
    });
  },
);
