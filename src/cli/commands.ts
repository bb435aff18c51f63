/** The commands with their flags, as yargs reads them. The file of a command is imported when the command is called. */
import type { Argv } from 'yargs';
import { type Flags, runOptions } from '../config/options.ts';
import { defined } from '../core/defined.ts';
import { reporterHelp } from '../report/reporters.ts';
import type { ExitCode, Io } from './io.ts';

export type Handler = (flags: Flags, io: Io) => Promise<ExitCode> | ExitCode;

export interface Command {
  /** As yargs reads it: `explain <id>`. */
  readonly usage: string;
  readonly describe: string;
  readonly options: readonly CommandOption[];
  readonly examples?: readonly string[];
  readonly load: () => Promise<Handler>;
}

export interface CommandOption {
  readonly flag: string;
  readonly kind: 'text' | 'list' | 'switch';
  readonly takes?: string;
  readonly describe: string;
  readonly group?: string;
}

const noColor: CommandOption = { flag: 'no-color', kind: 'switch', describe: 'no colors' };

/** Flags of `run` that replay and learn also take: where the target is, and how requests are sent. */
const requestFlags = [
  'base-url',
  'config',
  'token-file',
  'yes',
  'read-only',
  'header',
  'insecure',
  'ca',
  'cert',
  'key',
  'rate',
  'timeout',
];

/** Options of `run` that a plan keeps: all that have a place in the configuration, but for where the reports go. */
function isPlanned({ flag, path }: (typeof runOptions)[number]): boolean {
  if (path === undefined) return ['config', 'token-file', 'fault'].includes(flag);
  return !['report-dir', 'reporter', 'quiet'].includes(flag);
}

/** Options of `run` that all implementations of a fleet may share. */
function isOfFleet({ flag, path }: (typeof runOptions)[number]): boolean {
  return path?.startsWith('/run/') === true && !['report-dir', 'reporter', 'quiet', 'fail-on'].includes(flag);
}

export const commands: readonly Command[] = [
  {
    usage: 'run',
    describe: 'decide the requirements and write the reports',
    options: runOptions,
    examples: ['cawl run', 'cawl run --fault NAME', 'CAWL_TOKEN=… cawl run --base-url https://staging.example.com'],
    load: async () => (await import('./run.ts')).run,
  },
  {
    usage: 'init',
    describe: 'write a commented cawl.config.yaml to start from',
    options: [
      { flag: 'base-url', kind: 'text', takes: 'URL', describe: 'base URL to fill in' },
      { flag: 'force', kind: 'switch', describe: 'replace an existing file' },
    ],
    load: async () => (await import('./init.ts')).init,
  },
  {
    usage: 'doctor',
    describe: 'examine a target before the first run',
    options: [
      ...runOptions.filter(({ flag, path }) => requestFlags.includes(flag) || path?.startsWith('/fixtures/') === true),
      noColor,
    ],
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    usage: 'learn',
    describe: 'observe the choices of a target and declare them',
    options: [
      ...runOptions.filter(({ flag }) =>
        [...requestFlags, 'depth', 'seed', 'concurrency', 'max-requests'].includes(flag),
      ),
      { flag: 'dry-run', kind: 'switch', describe: 'print what would be declared, write nothing' },
    ],
    load: async () => (await import('./learn.ts')).learn,
  },
  {
    usage: 'list',
    describe: 'the requirements: id, level, section, statement',
    options: [
      { flag: 'only', kind: 'list', takes: 'GLOB', describe: "only these ids, such as 'logs/*'; repeatable" },
      { flag: 'skip', kind: 'list', takes: 'GLOB', describe: 'not these ids; repeatable' },
      { flag: 'json', kind: 'switch', describe: 'as JSON, every field' },
      noColor,
    ],
    load: async () => (await import('./list.ts')).list,
  },
  {
    usage: 'explain <id>',
    describe: 'one requirement: source, check, common causes',
    options: [noColor],
    load: async () => (await import('./explain.ts')).explain,
  },
  {
    usage: 'serve',
    describe: 'run the reference server, to try kit or client',
    options: [
      { flag: 'port', kind: 'text', takes: 'N', describe: 'default: a free port' },
      { flag: 'fault', kind: 'text', takes: 'NAME', describe: 'serve with this fault' },
      { flag: 'list-faults', kind: 'switch', describe: 'list the faults and exit' },
      { flag: 'latency', kind: 'text', takes: 'MS', describe: 'delay of every response' },
      { flag: 'logs', kind: 'text', takes: 'N', describe: 'entries in the first log; default 173' },
      { flag: 'page-size', kind: 'text', takes: 'N', describe: 'items per page; default 20' },
      { flag: 'smtp', kind: 'text', takes: 'HOST:PORT', describe: 'send verification codes by mail' },
      { flag: 'write-config', kind: 'text', takes: 'FILE', describe: 'write a configuration for cawl run' },
    ],
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    usage: 'replay [report] [id]',
    describe: 'send the failing cases of a report again',
    options: [
      { flag: 'script', kind: 'text', takes: 'ID', describe: 'print a script for bash and curl that reproduces it' },
      ...runOptions.filter(({ flag }) => requestFlags.includes(flag)),
      noColor,
    ],
    load: async () => (await import('./replay.ts')).replay,
  },
  {
    usage: 'diff <before> <after>',
    describe: 'compare two reports; exit 1 if it got worse',
    options: [
      { flag: 'format', kind: 'text', takes: 'NAME', describe: 'console (default), markdown or json' },
      { flag: 'html', kind: 'text', takes: 'FILE', describe: 'also write a page with both side by side' },
      noColor,
    ],
    load: async () => (await import('./diff.ts')).diff,
  },
  {
    usage: 'report <dir>',
    describe: 'write the reports again from conformance.json',
    options: [
      {
        flag: 'reporter',
        kind: 'list',
        takes: 'NAME',
        describe: reporterHelp,
      },
      noColor,
    ],
    load: async () => (await import('./report.ts')).report,
  },
  {
    usage: 'plan [fleet]',
    describe: 'divide a run, or a fleet, into jobs',
    options: [
      { flag: 'shards', kind: 'text', takes: 'N', describe: 'number of jobs per target; default 1' },
      { flag: 'out', kind: 'text', takes: 'FILE', describe: 'write the plan there; default: print it' },
      ...runOptions.filter(isPlanned),
    ],
    examples: ['cawl plan --shards 4 --out plan.json', 'cawl run --job plan.json --index 0 --report-dir shards/0'],
    load: async () => (await import('./plan.ts')).plan,
  },
  {
    usage: 'matrix <sources..>',
    describe: 'compare implementations: a fleet file, or reports',
    options: [
      { flag: 'report-dir', kind: 'text', takes: 'DIR', describe: 'folder for the matrix; default reports/matrix' },
      { flag: 'query', kind: 'text', takes: 'WORDS', describe: "print only rows that fit, such as 'server:fail'" },
      {
        flag: 'compare-to',
        kind: 'text',
        takes: 'FILE',
        describe: 'the last matrix.json; default: the one in the folder',
      },
      { flag: 'stale-after', kind: 'text', takes: 'TIME', describe: 'age from which on a report is stale; default 7d' },
      { flag: 'shards', kind: 'text', takes: 'N', describe: 'jobs per implementation; default 1' },
      { flag: 'parallel', kind: 'text', takes: 'N', describe: 'jobs at a time; default: one per core' },
      { flag: 'queue', kind: 'text', takes: 'URL', describe: 'let workers on this Redis judge; or set CAWL_QUEUE' },
      ...runOptions.filter(isOfFleet),
    ],
    examples: ['cawl matrix fleet.yaml', "cawl matrix fleet.yaml --query 'passed→failed'", 'cawl matrix nightly/*'],
    load: async () => (await import('./matrix.ts')).matrix,
  },
  {
    usage: 'worker',
    describe: 'judge the jobs that cawl matrix --queue queues',
    options: [
      { flag: 'queue', kind: 'text', takes: 'URL', describe: 'Redis, as redis://HOST:PORT; or set CAWL_QUEUE' },
      { flag: 'parallel', kind: 'text', takes: 'N', describe: 'jobs at a time; default 1' },
      {
        flag: 'stalled-after',
        kind: 'text',
        takes: 'TIME',
        describe: 'silence after which another worker takes a job; default 30s',
      },
      { flag: 'allow-commands', kind: 'switch', describe: 'start the commands that jobs name' },
    ],
    load: async () => (await import('./worker.ts')).worker,
  },
  {
    usage: 'merge <dirs..>',
    describe: 'join the reports of the jobs of a plan into one',
    options: [
      { flag: 'report-dir', kind: 'text', takes: 'DIR', describe: 'folder for the report; default reports' },
      { flag: 'reporter', kind: 'list', takes: 'NAME', describe: reporterHelp },
      { flag: 'require-complete', kind: 'switch', describe: 'exit 1 if a gating requirement was not decided' },
      noColor,
    ],
    load: async () => (await import('./merge.ts')).merge,
  },
  {
    usage: 'selftest',
    describe: 'prove the kit against every fault',
    options: [
      { flag: 'fault', kind: 'list', takes: 'GLOB', describe: "only these faults, such as 'logs-*'; repeatable" },
      { flag: 'owner-only', kind: 'switch', describe: 'decide only the owner of each fault: faster' },
      { flag: 'every-row', kind: 'switch', describe: 'also decide requirements of other operations: slower' },
      {
        flag: 'correct',
        kind: 'text',
        takes: 'FILE',
        describe: 'module of conforming servers, none of which may fail',
      },
      { flag: 'depth', kind: 'text', takes: 'LEVEL', describe: 'quick, standard (default) or deep' },
      { flag: 'seed', kind: 'text', takes: 'N', describe: 'repeat an earlier self-test' },
      { flag: 'jobs', kind: 'text', takes: 'N', describe: 'servers at a time; default: 6 × cores' },
      { flag: 'json', kind: 'text', takes: 'FILE', describe: 'write the results as JSON' },
      { flag: 'report-dir', kind: 'text', takes: 'DIR', describe: 'folder for the page; default reports' },
      noColor,
    ],
    load: async () => (await import('./selftest.ts')).selftest,
  },
];

/** Registers the flags of one command with yargs. */
export function describeOptions(argv: Argv, options: readonly CommandOption[], isShown = true): Argv {
  for (const { flag, kind, takes, describe, group } of options)
    argv.option(flag, {
      describe: takes === undefined ? describe : `${takes}: ${describe}`,
      hidden: !isShown,
      ...defined({ group }),
      ...(kind === 'switch'
        ? { boolean: true }
        : { string: true, requiresArg: true, nargs: 1, ...(kind === 'list' ? { array: true } : {}) }),
    });
  return argv;
}
