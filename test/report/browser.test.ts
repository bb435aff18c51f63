/** The page in a real browser: it opens from disk without network requests, is accessible, and runs nothing a target sent. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderBadgeSvg } from '../../src/report/badge.ts';
import { renderHtml } from '../../src/report/html/page.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { launchChromium, noChromium } from '../chromium.ts';
import { hostile } from './hostile-report.ts';
import { conformant, failing, incomplete, interrupted, undecided } from './samples.ts';

const samples = { conformant, failing, incomplete, undecided, interrupted, hostile };
const names = ['conformant', 'failing', 'incomplete', 'undecided', 'interrupted', 'hostile'] as const;
const themes = ['light', 'dark'] as const;

describe.skipIf(noChromium !== undefined)(
  `in Chromium${noChromium === undefined ? '' : ` (skipped: ${noChromium})`}`,
  () => {
    let browser: Browser;
    let dir: string;

    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), 'cawl-page-'));
      for (const name of names) await writeFile(join(dir, `${name}.html`), renderHtml(samples[name]));
      browser = await launchChromium();
    });

    afterAll(async () => {
      await browser?.close();
      await rm(dir, { recursive: true, force: true });
    });

    /** Opens a page and passes it to the body; afterwards there must be no network request, message or error. */
    async function visit(
      name: string,
      options: Parameters<Browser['newContext']>[0] & { hash?: string },
      body: (page: Page, context: BrowserContext) => Promise<void>,
    ): Promise<void> {
      const { hash = '', ...rest } = options;
      const context = await browser.newContext(rest);
      // The time limit of the test applies: 30 s are too short on a busy machine.
      context.setDefaultTimeout(0);
      try {
        const page = await context.newPage();
        const troubles: string[] = [];
        const asked: string[] = [];
        page.on('console', (message) => troubles.push(message.text()));
        page.on('pageerror', (error) => troubles.push(error.message));
        page.on('dialog', (dialog) => troubles.push(`dialog: ${dialog.message()}`));
        page.on('request', (request) => asked.push(request.url()));
        const url = pathToFileURL(join(dir, `${name}.html`)).href;
        await page.goto(`${url}${hash}`);
        await body(page, context);
        expect(troubles).toEqual([]);
        expect(asked).toEqual([url]);
      } finally {
        await context.close();
      }
    }

    test('the page shows the verdict and filters by verdict, level and text', async () => {
      await visit('failing', {}, async (page) => {
        expect(await page.locator('h1').textContent()).toBe('Not conformant');
        const rows = page.locator('details.row:visible');
        const all = await rows.count();
        expect(all).toBe(samples.failing.requirements.length);
        await page.getByRole('button', { name: /^failed/ }).click();
        expect(await rows.count()).toBe(5);
        await page.getByRole('button', { name: /^advice/ }).click();
        expect(await rows.count()).toBe(7);
        await page.locator('#level').selectOption('advisory');
        expect(await rows.count()).toBe(2);
        expect(await page.locator('#count').textContent()).toBe(`2 of ${all}`);
        await page.getByLabel('Text').fill('ordinary-names');
        expect(await rows.count()).toBe(1);
        await page.getByLabel('Text').fill('no such thing');
        expect(await rows.count()).toBe(0);
        await page.getByRole('button', { name: 'Clear the filter' }).click();
        expect(await rows.count()).toBe(all);
      });
    });

    test('the name of an operation shows its requirements only', async () => {
      await visit('failing', {}, async (page) => {
        await page.locator('aside').getByRole('link', { name: 'verify' }).click();
        const rows = page.locator('details.row:visible');
        const own = samples.failing.requirements.filter(({ operation }) => operation === 'verify');
        expect(await rows.count()).toBe(own.length);
        expect(await page.locator('#operation').inputValue()).toBe('verify');
      });
    });

    test('a failure opens by keyboard, shows its walk and copies the exact curl command', async () => {
      await visit('failing', { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
        const row = page.locator('details.row[id="auth/logs/refusal-status"]');
        await row.locator('> summary').focus();
        await page.keyboard.press('Enter');
        expect(await row.getAttribute('open')).toBe('');
        const walk = page.locator('details.row[id="logs/walk-complete"] .walk .box');
        expect(await walk.count()).toBe(2);
        expect(await walk.nth(1).getAttribute('class')).toContain('wrong');
        const failed = samples.failing.requirements.find((entry) => entry.id === 'register/no-server-error');
        await page
          .locator('details.row[id="register/no-server-error"]')
          .getByRole('button', { name: 'Copy as curl' })
          .click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        expect(await page.evaluate('navigator.clipboard.readText()')).toBe(failed?.evidence?.[0]?.curl);
      });
    });

    test('a link to a requirement opens it, even if a filter hides it', async () => {
      await visit('conformant', { hash: '#logs/walk-complete' }, async (page) => {
        const row = page.locator('details.row[id="logs/walk-complete"]');
        expect(await row.getAttribute('open')).toBe('');
        await page.getByLabel('Text').fill('create/json');
        expect(await row.isVisible()).toBe(false);
        await page.evaluate("location.hash = '#logs/walk-terminates'");
        await page.locator('details.row[id="logs/walk-terminates"][open]').waitFor();
      });
    });

    test('the page can be read without JavaScript', async () => {
      await visit('failing', { javaScriptEnabled: false }, async (page) => {
        expect(await page.locator('#filter').isVisible()).toBe(false);
        expect(await page.locator('button.copy:visible').count()).toBe(0);
        expect(await page.getByText('What failed').isVisible()).toBe(true);
      });
    });

    for (const name of names) {
      test(`the page of a ${name} run fits 360 px without horizontal scrolling`, async () => {
        await visit(name, { viewport: { width: 360, height: 780 } }, async (page) => {
          await page.evaluate("for (const row of document.querySelectorAll('details')) row.open = true");
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
        });
      });
    }

    for (const theme of themes) {
      test.each([
        'conformant',
        'failing',
        'incomplete',
        'undecided',
      ] as const)(`%s: axe finds nothing, ${theme}`, async (name) => {
        const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
        await visit(name, { colorScheme: theme }, async (page) => {
          // Through the debugger, as the page's own policy admits no second script.
          await page.evaluate(axe);
          await page.evaluate(
            "for (const row of [...document.querySelectorAll('details.row')].slice(0, 12)) row.open = true",
          );
          const found = (await page.evaluate(
            'axe.run(document).then((result) => result.violations.map((v) => ({ id: v.id, where: v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)) })))',
          )) as unknown[];
          expect(found).toEqual([]);
        });
      });
    }

    test('text from the target neither becomes markup nor runs', async () => {
      await visit('hostile', {}, async (page) => {
        await page.evaluate("for (const row of document.querySelectorAll('details')) row.open = true");
        expect(await page.locator('img, iframe, object, embed, link').count()).toBe(0);
        expect(await page.locator('script').count()).toBe(1);
        expect(await page.title()).not.toBe('pwned');
        const handlers = await page.evaluate(
          "[...document.querySelectorAll('*')].flatMap((e) => [...e.attributes]).filter((a) => a.name.startsWith('on')).length",
        );
        expect(handlers).toBe(0);
      });
    });

    test('junit.xml and the badge are well-formed XML, even with hostile text', async () => {
      await visit('conformant', {}, async (page) => {
        for (const text of [renderJunit(hostile), renderJunit(failing), renderBadgeSvg(failing)]) {
          const cases = await page.evaluate(`(() => {
          const parsed = new DOMParser().parseFromString(${JSON.stringify(text)}, 'application/xml');
          if (parsed.querySelector('parsererror')) throw new Error(parsed.querySelector('parsererror').textContent);
          return parsed.querySelectorAll('*').length;
        })()`);
          expect(cases).toBeGreaterThan(4);
        }
      });
    });

    test('the printed page shows in full each failure that no other explains', async () => {
      await visit('failing', {}, async (page) => {
        await page.evaluate("dispatchEvent(new Event('beforeprint'))");
        const closed = await page
          .locator('details.row[data-verdict=fail]:not([open], [data-also], [data-advice])')
          .count();
        expect(closed).toBe(0);
        const pdf = await page.pdf({ format: 'A4' });
        expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(6);
      });
    });
  },
);
