/** Starts a target that is a Python script: a child process that prints its ports and requests as lines of JSON. */
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { settingsFor } from './settings.ts';
import type { RecordedRequest, RunningTarget } from './target.ts';

const found = spawnSync('python3', ['-c', 'import http.server, sqlite3, sys; assert sys.version_info >= (3, 9)']);

/** Why Python targets cannot run on this machine; undefined if they can. */
export const noPython: string | undefined =
  found.status === 0 ? undefined : 'no python3 (3.9 or later, with sqlite3) on this machine';

interface PythonServer {
  readonly origin: string;
  /** URL for verification codes, with `{email}` in it. */
  readonly codes: string;
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

/** What a script is told, as JSON; each script has options besides. */
interface PythonOptions {
  readonly token: string;
  readonly logs: readonly { readonly id: string }[];
}

/** @param script file name in `implementations/python`. @param waitMs how long to wait for a verification code */
export async function startPythonTarget(
  script: string,
  options: PythonOptions,
  broken?: string,
  waitMs = 3000,
): Promise<RunningTarget> {
  const server = await startPython(script, { ...options, broken });
  return {
    baseUrl: server.origin,
    settings: settingsFor({
      baseUrl: server.origin,
      tokens: { valid: options.token },
      webhooks: options.logs.map(({ id }) => id),
      verificationCode: { url: server.codes, waitMs },
    }),
    requests: () => server.requests,
    close: server.close,
  };
}

async function startPython(script: string, options: object): Promise<PythonServer> {
  const path = fileURLToPath(new URL(`../implementations/python/${script}`, import.meta.url));
  const child = spawn('python3', ['-B', '-u', path, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const requests: RecordedRequest[] = [];
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const lines = createInterface({ input: child.stdout });
  const ports = await new Promise<{ port: number; codes: number }>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
    lines.on('line', (line) => {
      const said = JSON.parse(line) as { port: number; codes: number } | { request: RecordedRequest };
      if ('request' in said) requests.push(said.request);
      else resolve(said);
    });
  });
  return {
    origin: `http://127.0.0.1:${ports.port}`,
    codes: `http://127.0.0.1:${ports.codes}/?email={email}`,
    requests,
    close: async () => {
      child.kill('SIGKILL');
      await exited;
      lines.close();
    },
  };
}
