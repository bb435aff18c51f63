/** Creates a folder with files for a test, and removes it afterwards. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Io } from '../../src/cli/io.ts';

export function scratch(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'cawl-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** An `Io` that records the output. `stop` acts like a signal. */
export function fakeIo(cwd: string, env: Readonly<Record<string, string>> = {}) {
  const said = { out: '', err: '' };
  let stop: (signal: string) => void = () => {};
  const io: Io = {
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    env,
    cwd,
    outIsTTY: false,
    errIsTTY: false,
    width: 80,
    onStop(listener) {
      stop = listener;
      return () => {};
    },
  };
  return { io, said, stop: () => stop('SIGTERM') };
}

/** A complete configuration. */
export const whole = `baseUrl: http://127.0.0.1:9/api/
tokens:
  valid: \${CAWL_TOKEN}
fixtures:
  webhooks: [{id: wh_1}, {id: wh_2}]
  profileIds: [p1]
  calendarIds: [c1]
`;
