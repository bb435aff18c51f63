/**
 * A script for bash that reproduces one finding without this kit: it registers users, reads their codes, walks logs, and
 * says by its exit status whether the failure shows. Secrets come from the environment and are never in it.
 */
import { placeholdersIn } from '../../core/placeholders.ts';
import type { ReportedRequirement } from '../../core/report.ts';
import { attemptsOf, mostDraws } from '../../core/reproducer.ts';
import { visible } from '../visible-text.ts';
import { prelude } from './prelude.ts';
import { attemptsOfVarying, isResponseRule, linesAtEnd } from './responses.ts';
import { drawsAgain, stepLines } from './steps.ts';
import { walkLines } from './walks.ts';
import { headerVariable, single } from './words.ts';

/** Undefined if nothing failed, or if the report cannot hold what must be sent. */
export function renderScript(row: ReportedRequirement, baseUrl: string): string | undefined {
  const { capsule } = row;
  if (row.verdict !== 'fail' && row.verdict !== 'waived') return undefined;
  if (capsule === undefined || capsule.steps.length === 0) return undefined;
  const isCut = capsule.steps.some(({ target, body }) => /… \(\d+ more characters\)$/.test(`${body ?? target}`));
  if (isCut) return undefined;
  const shows = capsule.symptom.kind === 'check' ? capsule.symptom.shows : undefined;
  const steps = stepLines(capsule);
  const byWalks = shows === undefined || isResponseRule(shows) ? undefined : walkLines(row, shows, baseUrl, steps);
  const body = byWalks ?? [...steps, ...linesAtEnd(capsule.symptom), ...(drawsAgain(capsule) ? ['return 0'] : [])];
  return [
    '#!/usr/bin/env bash',
    ...comment(`${row.id}, reproduced with bash and curl; written by cawl`),
    ...comment(`expected: ${row.statement}`),
    ...comment(`actual: ${row.message ?? ''}`),
    '# exit status: 1 the failure shows, 0 it does not, 2 it cannot be told',
    '#',
    '# CAWL_TOKEN      a token that the target accepts: export CAWL_TOKEN=…',
    ...(JSON.stringify(capsule).includes('{password}') || JSON.stringify(capsule).includes('{code:')
      ? [
          '# CAWL_PASSWORD   the password of new users',
          '# CAWL_CODE_URL   answers the code of {email}; or CAWL_CODE_COMMAND; without either it is asked for',
        ]
      : []),
    '# CAWL_BASE_URL   another target',
    `base=\${CAWL_BASE_URL:-${single(baseUrl)}}`,
    `: "\${CAWL_TOKEN:?export CAWL_TOKEN first: a token that the target accepts}"`,
    `: "\${CAWL_PASSWORD:=Reproduce-This-7-Finding}" "\${CAWL_OTHER_TOKEN:=}" "\${CAWL_EXPIRED_TOKEN:=}"`,
    ...headersIn(row).map(
      (name) => `: "\${${headerVariable(name)}:?the value of the header ${visible(name).replace(/["$`\\]/g, '')}}"`,
    ),
    prelude,
    'attempt() {',
    ...body,
    '}',
    '',
    ...(drawsAgain(capsule) ? withWrongCode : []),
    ...conclusion(row, byWalks !== undefined ? 1 : shows === 'varies' ? attemptsOfVarying : attemptsOf(capsule)),
    '',
  ].join('\n');
}

/** An attempt with users of whom none has a wrong code that is right by chance. */
const withWrongCode = [
  'attempt_wrong() {',
  `  for _ in $(seq ${mostDraws}); do attempt && return; done`,
  "  unknown 'the code that should be wrong is the right one, of each user'",
  '}',
  '',
];

/** The attempts, and what it means that none shows the failure. Fresh values may decide, and so may chance. */
function conclusion(row: ReportedRequirement, attempts: number): string[] {
  const { reproduced } = row;
  const isByChance = reproduced !== undefined && reproduced.times < reproduced.of;
  const count = isByChance ? 5 : attempts;
  const tried = count === 1 ? '' : `, in each of ${count} attempts`;
  const attempt = row.capsule !== undefined && drawsAgain(row.capsule) ? 'attempt_wrong' : 'attempt';
  return [
    ...(count === 1 ? [attempt] : [`for _ in $(seq ${count}); do ${attempt}; done`]),
    ...(isByChance
      ? [`unknown "$absent${tried}; it failed in ${reproduced.times} of ${reproduced.of} runs before"`]
      : [`echo "the failure does not show: $absent${tried}"`]),
  ];
}

/** Whether its script can judge what it receives; otherwise only the check of the requirement can. */
export function isJudgedByScript(row: ReportedRequirement, baseUrl: string): boolean {
  if (renderScript(row, baseUrl) === undefined) return false;
  const symptom = row.capsule?.symptom;
  if (symptom?.kind !== 'check') return true;
  const { shows } = symptom;
  if (shows === undefined || shows === 'at-once') return false;
  return isResponseRule(shows) || walkLines(row, shows, baseUrl, []) !== undefined;
}

function headersIn({ capsule }: ReportedRequirement): string[] {
  const texts =
    capsule?.steps.flatMap(({ target, body, headers }) => [target, body ?? '', ...headers.map(([, value]) => value)]) ??
    [];
  return [...new Set(texts.flatMap((text) => placeholdersIn(text, 'header').map(({ name }) => name)))];
}

const comment = (text: string): string[] => [`# ${visible(text).slice(0, 400)}`];
