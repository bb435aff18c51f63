/** From an error to what is said on stderr and the exit status: 2 for wrong use, 3 for what could not be judged. */

import { runOptions } from '../config/options.ts';
import { TargetError, UsageError } from '../core/errors.ts';
import { nearest } from '../schema/nearest.ts';
import type { ExitCode } from './io.ts';

/** A command line that yargs refused, with the words that it was given. */
export class Refusal extends UsageError {
  constructor(message: string, words: readonly string[]) {
    super(reworded(message), hintFor(message, words));
  }
}

const otherFlags = [
  'port',
  'fault',
  'list-faults',
  'latency',
  'logs',
  'page-size',
  'smtp',
  'write-config',
  'json',
  'force',
  'format',
  'help',
  'version',
];

function reworded(message: string): string {
  const unknown = /^Unknown arguments?: (.*)$/.exec(message)?.[1]?.split(', ');
  if (unknown !== undefined)
    return unknown
      .map((name) => {
        const meant = nearest(name, [...runOptions.map((option) => option.flag), ...otherFlags]);
        return `unknown option --${name}${meant === undefined ? '' : `; did you mean --${meant}?`}`;
      })
      .join('\n');
  return message;
}

function hintFor(_message: string, words: readonly string[]): string {
  const command = words.find((word) => !word.startsWith('-'));
  return `see cawl ${command === undefined ? '' : `${command} `}--help`;
}

export function refusal(error: unknown): { readonly text: string; readonly code: ExitCode } {
  if (error instanceof UsageError || error instanceof TargetError) {
    const hint = error.hint === undefined ? '' : `  → ${error.hint}\n`;
    return { text: `cawl: ${error.message}\n${hint}`, code: error instanceof UsageError ? 2 : 3 };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { text: `cawl: the kit itself failed; please report this:\n${stack}\n`, code: 3 };
}
