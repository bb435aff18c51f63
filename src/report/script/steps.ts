/** Sends the steps of a reproducer from bash, and judges the responses by its symptom. */
import { mayBeRight } from '../../core/derive-code.ts';
import { type CodePlaceholder, placeholdersIn } from '../../core/placeholders.ts';
import { codeUsersIn, emailIn, userOf } from '../../core/reproducer.ts';
import type { Reproducer, ReproducerStep, ResponseRule, Symptom } from '../../core/verdict.ts';
import { isResponseRule, linesAfterStep, linesBefore } from './responses.ts';
import { rightByChance, single, word } from './words.ts';

/** The lines that send all steps. Users whose codes they need are registered, and their codes are read. */
export function stepLines({ steps, symptom, connection }: Reproducer): string[] {
  const users = new Set(
    steps.flatMap(textsOf).flatMap((text) => placeholdersIn(text, 'unique').map(({ user }) => user)),
  );
  for (const step of steps) for (const user of codeUsersIn(step)) users.add(user);
  const lines = [...users].map((user) => `unique_${user}=$(fresh)`);
  if (connection === 'same') return [...lines, ...codesBefore(steps), ...together(steps, symptom)];
  const rule = symptom.kind === 'check' && isResponseRule(symptom.shows) ? symptom.shows : undefined;
  lines.push(...linesBefore(rule));
  const anyStep = symptom.kind === 'server-error' || symptom.kind === 'shape';
  const registered = new Set<number>();
  for (const [index, step] of steps.entries()) {
    lines.push(...prepared(step, steps, registered, withoutCode(rule)));
    lines.push(sendLine(step), ...linesAfterStep(rule));
    const user = userOf(emailIn(step));
    if (/register/i.test(step.target) && user !== undefined) registered.add(user);
    for (const side of ['next', 'prev'] as const)
      if (steps.some((later) => later.target.includes(`{${index + 1}.cursor.${side}}`)))
        lines.push(`${side}_${index + 1}=$(cursor ${side})`);
    if (anyStep || index === steps.length - 1) lines.push(...judged(symptom));
  }
  return lines;
}

const textsOf = ({ target, body, headers }: ReproducerStep): string[] => [
  target,
  body ?? '',
  ...headers.map(([, value]) => value),
];

/** What it means that no code comes: a rejected registration that has no effect brings none. */
const withoutCode = (rule?: ResponseRule): string =>
  rule === 'last-accepted' ? `{ gone 'no code arrived'; return; }` : `unknown 'no code arrived'`;

/** Whether an attempt ends with status 1 if a wrong code is the right one by chance. */
export const drawsAgain = ({ steps }: Reproducer): boolean => steps.some((step) => drawnCodesIn(step).length > 0);

/** The wrong codes of a step that are the right one with some users. */
const drawnCodesIn = ({ body }: ReproducerStep): CodePlaceholder[] =>
  placeholdersIn(body ?? '', 'code').filter(({ derivation }) => mayBeRight(derivation));

/** Registers users that no step before registered, and reads codes. */
function prepared(
  step: ReproducerStep,
  steps: readonly ReproducerStep[],
  registered: Set<number>,
  otherwise = withoutCode(),
): string[] {
  return codeUsersIn(step).flatMap((user) => {
    const pattern = emailOf(user, steps);
    const lines = registered.has(user) ? [] : [registration(pattern)];
    registered.add(user);
    return [
      ...lines,
      `code_${user}=$(code_of ${word(pattern, 'header')})`,
      `[ -n "$code_${user}" ] || ${otherwise}`,
      ...drawnCodesIn(step)
        .filter((placeholder) => placeholder.user === user)
        .map((placeholder) => `${rightByChance(placeholder)} && return 1`),
    ];
  });
}

/** The same before the first step, if all steps are one command. */
function codesBefore(steps: readonly ReproducerStep[]): string[] {
  const registered = new Set<number>();
  return steps.flatMap((step) => prepared(step, steps, registered));
}

function emailOf(user: number, steps: readonly ReproducerStep[]): string {
  const known = steps.map(emailIn).find((email) => userOf(email) === user);
  return known ?? `cawl{unique:${user}}@example.com`;
}

function registration(email: string): string {
  const body = `{"firstName":"Ada","lastName":"Lovelace","email":"${email}","password":"{password}"}`;
  return `send POST /v2/auth/register -H "Authorization: Bearer $CAWL_TOKEN" -H 'Content-Type: application/json' --data-raw ${word(body, 'json')}`;
}

function sendLine(step: ReproducerStep): string {
  return `send ${single(step.method)} ${word(step.target, 'url')}${options(step)}`;
}

function options({ headers, body, shape, target }: ReproducerStep): string {
  const words = headers.flatMap(([name, value]) => [
    '-H',
    value === '' ? single(`${name};`) : word(`${name}: ${value}`, 'header'),
  ]);
  if (shape?.version === '1.0') words.push('--http1.0');
  if (shape?.target === 'absolute') words.push('--request-target', `"$base"${word(target, 'url')}`);
  if (body === null) return words.map((one) => ` ${one}`).join('');
  if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) words.push('-H', "'Content-Type:'");
  if (body.startsWith('base64:')) words.push('--data-binary', `@<(printf %s ${single(body.slice(7))} | base64 -d)`);
  else words.push('--data-raw', word(body, 'json'));
  return words.map((one) => ` ${one}`).join('');
}

/** All steps as one command: curl keeps the connection between them. */
function together(steps: readonly ReproducerStep[], symptom: Symptom): string[] {
  const parts = steps.map(
    (step) =>
      `  -gsS --path-as-is --max-time 30 -A cawl -X ${single(step.method)} -o "$dir/body" -w '%{http_code} ' "$base"${word(step.target, 'url')}${options(step)}`,
  );
  return [
    '# One command, so that all requests use one connection.',
    `statuses=$(curl \\\n${parts.join(' --next \\\n')})`,
    `echo "  statuses: $statuses"`,
    `status=$(echo $statuses | awk '{print $NF}')`,
    ...judged(symptom),
  ];
}

function judged(symptom: Symptom): string[] {
  switch (symptom.kind) {
    case 'accepted':
      return [`accepted && shows "answered $status; it must be rejected"`];
    case 'refused':
      return [`accepted || shows "answered $status; it must be accepted"`];
    case 'server-error':
      return [`[ "$status" -ge 500 ] || [ "$status" = 000 ] && shows "answered $status"`];
    case 'shape':
      return ['accepted || unknown "answered $status, so there is no success to look at"', shapes[symptom.schema]];
    case 'check':
      return [];
  }
}

const shapes: { readonly [schema in Extract<Symptom, { kind: 'shape' }>['schema']]: string } = {
  'content-type': `grep -iqE '^content-type: *application/json *(;|.?$)' "$dir/head" || shows "$(grep -i '^content-type' "$dir/head" || echo 'no Content-Type'); expected application/json"`,
  json: `flat | grep -qE '^ *\\{.*\\} *$' || shows "the body is not a JSON object: $(flat | head -c 200)"`,
  'empty-object': `flat | grep -qE '^ *\\{ *\\} *$' || shows "the body is not an empty object: $(flat | head -c 200)"`,
  page: `flat | grep -qE '"data" *: *\\[( *"([^"\\\\]|\\\\.)*" *,?)*\\]' && flat | grep -qE '"cursor" *: *\\{' && [ -n "$(total)" ] || shows "the body is not a page: $(flat | head -c 200)"`,
};
