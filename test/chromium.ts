/** Chromium for tests that look at a page; they are skipped if it is missing. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** Why pages cannot be looked at on this machine; undefined if they can. */
export const noChromium: string | undefined = existsSync(executablePath) ? undefined : `${executablePath} is missing`;

/** Without background traffic: pages are also checked for what they request. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
