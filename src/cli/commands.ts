/** The commands with their flags, as yargs reads them. Each handler imports its own file, and nothing before it is called. */
import type { Argv } from 'yargs';
import { type Flags, runOptions } from '../config/options.ts';
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

const noColor: CommandOption = { flag: 'no-color', kind: 'switch', describe: 'no colours' };

/** Flags of `run` that replay and learn take too: where the target is, and how it is asked. */
const replayed = ['base-url', 'config', 'token-file', 'header', 'insecure', 'ca', 'rate', 'timeout'];

export const commands: readonly Command[] = [
  {
    usage: 'run',
    describe: 'decide every requirement and write the reports',
    options: runOptions,
    examples: ['cawl run', 'cawl run --fault NAME', 'CAWL_TOKEN=… cawl run --base-url https://staging.example.com'],
    load: async () => (await import('./run.ts')).run,
  },
  {
    usage: 'init',
    describe: 'write a commented cawl.config.yaml to start from',
    options: [
      { flag: 'base-url', kind: 'text', takes: 'URL', describe: 'put this target in' },
      { flag: 'force', kind: 'switch', describe: 'replace one that is there' },
    ],
    load: async () => (await import('./init.ts')).init,
  },
  {
    usage: 'learn',
    describe: 'observe a target’s choices and declare them',
    options: [
      ...runOptions.filter(({ flag }) => [...replayed, 'depth', 'seed', 'concurrency', 'max-requests'].includes(flag)),
      { flag: 'read-only', kind: 'switch', describe: 'send searches alone, nothing that could change the target' },
      { flag: 'dry-run', kind: 'switch', describe: 'say what would be declared, write nothing' },
    ],
    load: async () => (await import('./learn.ts')).learn,
  },
  {
    usage: 'list',
    describe: 'the requirements: id, level, section, statement',
    options: [
      { flag: 'only', kind: 'list', takes: 'GLOB', describe: "these ids alone, such as 'logs/*'; repeatable" },
      { flag: 'skip', kind: 'list', takes: 'GLOB', describe: 'leave these ids out; repeatable' },
      { flag: 'json', kind: 'switch', describe: 'as JSON, every field' },
      noColor,
    ],
    load: async () => (await import('./list.ts')).list,
  },
  {
    usage: 'explain <id>',
    describe: 'one requirement: how decided, what breaks it',
    options: [noColor],
    load: async () => (await import('./explain.ts')).explain,
  },
  {
    usage: 'serve',
    describe: 'the reference server, to try kit or client on',
    options: [
      { flag: 'port', kind: 'text', takes: 'N', describe: 'a free one by default' },
      { flag: 'fault', kind: 'text', takes: 'NAME', describe: 'wrong in this one way' },
      { flag: 'list-faults', kind: 'switch', describe: 'name the faults and end' },
      { flag: 'latency', kind: 'text', takes: 'MS', describe: 'added to every answer' },
      { flag: 'logs', kind: 'text', takes: 'N', describe: 'entries of the first log; default 173' },
      { flag: 'page-size', kind: 'text', takes: 'N', describe: 'items of a page; default 20' },
      { flag: 'smtp', kind: 'text', takes: 'HOST:PORT', describe: 'send codes by mail' },
      { flag: 'write-config', kind: 'text', takes: 'FILE', describe: 'write the configuration that judges it' },
    ],
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    usage: 'replay <report> [id]',
    describe: 'send the failing cases of a report again',
    options: [...runOptions.filter(({ flag }) => replayed.includes(flag)), noColor],
    load: async () => (await import('./replay.ts')).replay,
  },
  {
    usage: 'diff <before> <after>',
    describe: 'compare two reports; exit 1 if one got worse',
    options: [
      { flag: 'format', kind: 'text', takes: 'NAME', describe: 'console (default), markdown or json' },
      noColor,
    ],
    load: async () => (await import('./diff.ts')).diff,
  },
  {
    usage: 'report <dir>',
    describe: 'make the reports again from conformance.json',
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
    usage: 'selftest',
    describe: 'the kit against each fault of the reference server',
    options: [
      { flag: 'fault', kind: 'list', takes: 'GLOB', describe: "these faults alone, such as 'logs-*'; repeatable" },
      { flag: 'owner-only', kind: 'switch', describe: 'decide only the requirement that owns each fault: quicker' },
      { flag: 'every-row', kind: 'switch', describe: 'decide requirements of the unbroken operations too: slower' },
      { flag: 'correct', kind: 'text', takes: 'FILE', describe: 'a module of correct servers that none may blame' },
      { flag: 'depth', kind: 'text', takes: 'LEVEL', describe: 'quick, standard (default) or deep' },
      { flag: 'seed', kind: 'text', takes: 'N', describe: 'repeat an earlier trial' },
      { flag: 'jobs', kind: 'text', takes: 'N', describe: 'processes at once; one more than cores by default' },
      { flag: 'json', kind: 'text', takes: 'FILE', describe: 'write the table as JSON' },
      { flag: 'report-dir', kind: 'text', takes: 'DIR', describe: 'write the page here; default reports' },
      noColor,
    ],
    load: async () => (await import('./selftest.ts')).selftest,
  },
];

/** Tells yargs of one command's flags. */
export function describeOptions(argv: Argv, options: readonly CommandOption[]): Argv {
  for (const { flag, kind, takes, describe, group } of options)
    argv.option(flag, {
      describe: takes === undefined ? describe : `${takes}: ${describe}`,
      ...(group === undefined ? {} : { group }),
      ...(kind === 'switch'
        ? { boolean: true }
        : { string: true, requiresArg: true, nargs: 1, ...(kind === 'list' ? { array: true } : {}) }),
    });
  return argv;
}
