/** From the keys of a configuration to the target that they describe. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Settings, TruthEntry, VerificationCode } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { readBaseUrl } from './base-url.ts';
import { shellProblem, splitCommand } from './command-words.ts';
import type { ConfigProblem, Problems } from './problems.ts';
import type { RawConfiguration } from './raw.ts';
import { tokensOf } from './token-source.ts';
import { readTruth } from './truth.ts';

/** The target as the user describes it. */
export type GivenTarget = Pick<
  Settings,
  'baseUrl' | 'tokens' | 'fixtures' | 'tokenSources' | 'declares' | 'waivers' | 'traceLink' | 'allowWrites'
>;

type RawCodeSource = NonNullable<NonNullable<RawConfiguration['fixtures']>['verificationCode']>;

const defaultRegister = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'cawl{unique}@example.com',
  password: 'Correct-Horse-9-Battery',
};

/** What is wrong with the pattern of the code: it must be a regular expression, have one group, and be of use. */
function patternProblems(pattern: unknown, isFixed: boolean): ConfigProblem[] {
  if (typeof pattern !== 'string') return [];
  const problem = (predicate: string) => [
    { path: '/fixtures/verificationCode/pattern', subject: 'fixtures.verificationCode.pattern', predicate },
  ];
  if (isFixed) return problem(' is given beside value, which needs none');
  try {
    // An empty alternative matches any text, and its match shows how many groups there are.
    const groups = new RegExp(`${pattern}|`, 'u').exec('')!.length - 1;
    return groups === 1 ? [] : problem(` must have one group around the code, got ${groups} groups`);
  } catch (error) {
    return problem(` is not a regular expression: ${(error as Error).message}`);
  }
}

/**
 * Adds to `problems` what is missing or given twice.
 * @param unfilled places whose variable is not set
 * @param folder where truth files are looked for
 */
export function readTarget(
  merged: RawConfiguration,
  problems: Problems,
  unfilled: ReadonlySet<string>,
  folder: string,
): GivenTarget {
  const { tokens, fixtures = {}, declares = {} } = merged;
  const missing = missingKeys(merged);
  problems.add(...missing);
  if (missing.length > 0 && !problems.hasFile)
    problems.advise('there is no configuration here: cawl init writes one to fill in');
  const webhooks = Array.isArray(fixtures.webhooks) ? fixtures.webhooks : [];
  const ids = webhooks.map((webhook) => webhook?.id);
  problems.add(...repeated(ids, 'fixtures.webhooks', 'id', 'each webhook is named once'));
  const waivers = Array.isArray(merged.waivers) ? merged.waivers : [];
  const waived = waivers.map((waiver) => waiver?.requirement);
  problems.add(...repeated(waived, 'waivers', 'requirement', 'one waiver is enough'));
  const code = fixtures.verificationCode;
  problems.add(...patternProblems(code?.pattern, code?.value !== undefined));
  return {
    baseUrl: baseUrlOf(merged, problems, unfilled),
    ...tokensOf(tokens ?? {}, problems, folder),
    fixtures: {
      webhooks: webhooks.map((webhook, index) => ({
        id: webhook?.id,
        ...defined({ truth: truthOf(webhook?.truth, index, problems, folder) }),
      })),
      profileIds: fixtures.profileIds ?? [],
      calendarIds: fixtures.calendarIds ?? [],
      limit: fixtures.limit ?? 10,
      register: { ...defaultRegister, ...fixtures.register },
      ...defined({ verificationCode: code && codeSourceOf(code, problems, folder) }),
    },
    declares,
    waivers,
    ...defined({ traceLink: merged.traceLink, allowWrites: merged.allowWrites }),
  };
}

/** The source of codes with its command as words. A program beside the configuration is found from wherever cawl is started. */
function codeSourceOf(code: RawCodeSource, problems: Problems, folder: string): VerificationCode {
  const { command: given, ...others } = code;
  const source = { ...others, waitMs: code.waitMs ?? 5000 };
  if (given === undefined) return source;
  const split = typeof given === 'string' ? splitCommand(given) : { words: given };
  const problem = 'problem' in split ? split.problem : typeof given === 'string' ? shellProblem(given) : undefined;
  if (problem !== undefined || 'problem' in split) {
    const path = '/fixtures/verificationCode/command';
    problems.add({ path, subject: 'fixtures.verificationCode.command', predicate: ` ${problem}` });
    return source;
  }
  const [program = '', ...words] = split.words;
  const beside = /^\.{1,2}[\\/]/.test(program) ? resolve(folder, program) : program;
  return { ...source, command: [existsSync(beside) ? beside : program, ...words] };
}

/** An empty text if there is none, or if it is invalid. */
function baseUrlOf({ baseUrl }: RawConfiguration, problems: Problems, unfilled: ReadonlySet<string>): string {
  if (typeof baseUrl !== 'string') return '';
  const read = readBaseUrl(baseUrl);
  if ('url' in read) return read.url;
  if (!unfilled.has('/baseUrl')) problems.add({ path: '/baseUrl', subject: 'baseUrl', predicate: ` ${read.problem}` });
  return '';
}

/** What no target can be judged without, and where it is to be had. What else is missing leaves its requirements undecided. */
function missingKeys({ tokens }: RawConfiguration): ConfigProblem[] {
  if (tokens?.valid !== undefined) return [];
  const predicate = ' is missing: a token that the target accepts; set CAWL_TOKEN or give --token-file';
  return [{ path: '/tokens', subject: 'tokens.valid', predicate }];
}

/** The entries of a list whose id stands earlier in it already. */
function repeated(ids: readonly unknown[], list: string, key: string, rule: string): ConfigProblem[] {
  return ids.flatMap((id, index) =>
    typeof id === 'string' && ids.indexOf(id) < index
      ? [
          {
            path: `/${list.replaceAll('.', '/')}/${index}/${key}`,
            subject: `${list}[${index}].${key}`,
            predicate: ` is "${id}" a second time; ${rule}`,
          },
        ]
      : [],
  );
}

function truthOf(name: unknown, index: number, problems: Problems, folder: string): readonly TruthEntry[] | undefined {
  if (typeof name !== 'string') return undefined;
  const found: string[] = [];
  const truth = readTruth(name, folder, found);
  problems.addFromFile(`/fixtures/webhooks/${index}/truth`, found);
  return truth;
}
