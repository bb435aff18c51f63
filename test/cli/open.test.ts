/** `--open` passes the page to the program that opens files on this system. */
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cawl } from './program.ts';
import { scratch } from './scratch.ts';

test.skipIf(process.platform !== 'linux')('--open opens the page of the run', async () => {
  const folder = scratch({ 'bin/xdg-open': '#!/bin/sh\nprintf %s "$1" >"$OPENED"\n' });
  chmodSync(join(folder, 'bin/xdg-open'), 0o755);
  const opened = join(folder, 'opened');
  const env = { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`, OPENED: opened };
  const { status } = await cawl(['run', '--only', 'create/page-shape', '--open'], folder, { env });
  expect(status).toBe(0);
  await vi.waitFor(() => expect(existsSync(opened)).toBe(true), 5000);
  expect(readFileSync(opened, 'utf8')).toBe(join(folder, 'reports/index.html'));
});

test('--open without a program to open files is not an error', async () => {
  const folder = scratch();
  const { status, err } = await cawl(['run', '--only', 'create/page-shape', '--open'], folder, {
    env: { PATH: folder },
  });
  expect([status, err]).toEqual([0, expect.not.stringContaining('rror')]);
});
