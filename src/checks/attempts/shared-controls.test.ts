import { expect, test } from 'vitest';
import { contextOf } from '../../../test/run-context.ts';
import type { Requirement } from '../../core/requirement.ts';
import { CheckContext } from '../check-context.ts';
import type { CheckConcluded } from '../conclusion.ts';
import { betweenControls, sendValid } from './shared-controls.ts';

/** Two checks of one run on a target that answers searches as `status` says; `seen` are their forms, or `control`. */
async function twoChecks(status: (form: string) => number) {
  const seen: string[] = [];
  const context = await contextOf((request, response) => {
    const form = /form=(\w+)/.exec(request.url ?? '')?.[1] ?? 'control';
    seen.push(form);
    response.writeHead(status(form), { 'Content-Type': 'application/json' }).end('{}');
  });
  const check = (id: string) => new CheckContext(context, { id } as Requirement, new AbortController().signal);
  return { first: check('first'), second: check('second'), seen };
}

const send = (t: CheckContext, form: string) => t.send({ operation: 'logs', query: [['form', form]], typed: false });

test('checks at the same time share the control before the first of them and the one after the last', async () => {
  const { first, second, seen } = await twoChecks((form) => (form === 'control' ? 200 : 400));
  await Promise.all([
    betweenControls(first, 'logs', () => send(first, 'a')),
    betweenControls(second, 'logs', async () => {
      await send(second, 'b');
      await send(second, 'c');
    }),
  ]);
  expect([seen[0], seen.slice(1, -1).sort().join(''), seen.at(-1)]).toEqual(['control', 'abc', 'control']);
});

test('a check that fails does not keep the others waiting, and needs no control after it', async () => {
  const { first, second, seen } = await twoChecks((form) => (form === 'control' ? 200 : 400));
  const failing = betweenControls(first, 'logs', () => Promise.reject(new Error('found')));
  const failed = expect(failing).rejects.toThrow('found');
  await betweenControls(second, 'logs', () => send(second, 'a'));
  await failed;
  expect(seen).toEqual(['control', 'a', 'control']);
});

test('without its control after it nothing is decided', async () => {
  let controls = 0;
  const { first } = await twoChecks((form) => {
    if (form === 'control') controls += 1;
    return form === 'control' && controls === 1 ? 200 : 400;
  });
  const undecided = await betweenControls(first, 'logs', () => send(first, 'a')).catch((error: unknown) => error);
  expect((undecided as CheckConcluded).conclusion.verdict).toBe('inconclusive');
});

test.each([
  'register',
  'logs',
] as const)('a valid request to %s that a gateway lost is sent anew', async (operation) => {
  const bodies: string[] = [];
  const context = await contextOf(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    // A lost request is followed by a search that shows whether the target is there.
    if (operation === 'logs' || request.method === 'POST') bodies.push(body);
    response.writeHead(bodies.length === 1 ? 503 : 200, { 'Content-Type': 'application/json' }).end('{}');
  });
  const t = new CheckContext(context, { id: 'first' } as Requirement, new AbortController().signal);
  expect((await sendValid(t, operation)).response?.status).toBe(200);
  expect(bodies).toHaveLength(2);
  if (operation === 'register') expect(bodies[0]).not.toBe(bodies[1]);
});
