/**
 * Runs every command of the guides, as a reader would from top to bottom: each block of `sh` in one shell, all blocks of a page
 * in one folder. What a block of `text` shows must be in the output of the block above it. Servers run until the page ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { linkKit, root } from '../ci/linked-kit.ts';
import { program } from '../cli/program.ts';
import { scratch } from '../cli/scratch.ts';

interface Block {
  readonly language: string;
  readonly text: string;
}

const folder = join(root, 'docs/guides');
const pages = ['CONTRIBUTING.md', ...readdirSync(folder).map((name) => `docs/guides/${name}`)];
const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);

test.each(pages)('%s: every command works', async (page) => {
  const blocks = blocksOf(readFileSync(join(root, page), 'utf8'));
  expect(blocks.some(({ language }) => language === 'sh')).toBe(true);
  const shell = readersShell();
  let printed = '';
  for (const { language, text } of blocks) {
    if (language === 'sh') printed = await shell.run(text);
    if (language === 'text') for (const line of text.trim().split('\n')) expect(printed).toContain(line);
  }
}, 600_000);

test.each(['README.md', 'docs/architecture.md', ...pages])('%s: every npm script that it names exists', (page) => {
  const named = [...readFileSync(join(root, page), 'utf8').matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
});

function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));
}

/** A folder in which the kit is installed, and a shell in it. */
function readersShell(): { readonly run: (commands: string) => Promise<string> } {
  const cwd = scratch({ 'package.json': '{"name": "a-server", "private": true}' });
  const bin = join(cwd, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(program, join(bin, 'cawl'));
  const env = {
    PATH: [commandsOfThisCheckout(), process.env['PATH']].join(delimiter),
    HOME: process.env['HOME'] ?? '',
  };
  return {
    async run(commands) {
      const baseUrl = /baseUrl: (.*)/.exec(safeRead(join(cwd, 'cawl.config.yaml')))?.[1] ?? '';
      const child = spawn('bash', ['--norc', '-eo', 'pipefail', '-c', commands], {
        cwd,
        env: { ...env, STAGING_URL: baseUrl },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      return commands.includes('cawl serve') ? listening(child) : ended(child, commands);
    },
  };
}

/**
 * A folder with an `npm` that installs this checkout if a page installs the package, and an `npx` that starts what is
 * installed at once: the real one takes a second for each of the many commands.
 */
function commandsOfThisCheckout(): string {
  const bin = scratch();
  const kit = linkKit(scratch());
  const commands = {
    npm: `PATH="\${PATH#*:}"\nexec npm $(echo "$@" | sed 's#cawl-conformance#${kit}#')`,
    npx: 'exec "node_modules/.bin/$@"',
  };
  for (const [name, script] of Object.entries(commands)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

function safeRead(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function outputOf(child: ChildProcess, onText: (all: string) => void = () => {}): () => string {
  let all = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      all += text;
      onText(all);
    });
  return () => all;
}

function ended(child: ChildProcess, commands: string): Promise<string> {
  const output = outputOf(child);
  return new Promise((resolve, reject) =>
    child.on('close', (status) =>
      status === 0 ? resolve(output()) : reject(new Error(`status ${status} of:\n${commands}\n${output()}`)),
    ),
  );
}

/** Resolves when the server listens, and stops it when the test has finished. */
function listening(child: ChildProcess): Promise<string> {
  onTestFinished(() => {
    // The whole group: the shell has started the server.
    process.kill(-child.pid!, 'SIGTERM');
  });
  return new Promise((resolve, reject) => {
    const output = outputOf(child, (all) => {
      if (all.includes('Ctrl-C stops it.')) resolve(all);
    });
    child.on('close', () => reject(new Error(`the server ended:\n${output()}`)));
  });
}
