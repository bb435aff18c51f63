/** Requests without the Authorization header, with a malformed one, or with a token that was never issued. */
import type { CheckContext, Operation } from '../../src/suite.ts';
import { api, checksOf, controls, generate } from '../../src/suite.ts';
import { bare, fewHeaderless, headerless, headerlessInAnyForm } from './headerless.ts';
import { knownValues } from './known-values.ts';
import { requireNoneLetInLate } from './late-requests.ts';
import { requirements } from './requirements.ts';
import {
  fullForm,
  headerSample,
  inPassing,
  onEachWebhook,
  requireRejected,
  type Sample,
  sampleOf,
  within,
} from './samples.ts';

const check = checksOf(requirements);

/** The attempts decide in their phase, and at the end of the run all of its requests do. */
const checkToTheEnd = (
  id: Parameters<typeof check>[0],
  work: Parameters<typeof check>[1],
  { phase, atEnd = controls.requireNoneLetIn }: { phase: 'main' | 'right-codes'; atEnd?: typeof work },
): void => check(id, atEnd, { phase: 'closing', prepare: { phase, work } });

const madeUp = sampleOf(controls.withMadeUpToken);

const anyHeader = sampleOf({ label: 'with any header at all ("Authorization: x")', how: { authorization: 'x' } });
const anyToken = sampleOf({ label: 'with any token at all (x)', how: { authorization: 'Bearer x' } });

const underStatus: controls.Attempt = { label: 'under a status', how: { query: [['status', 'failed']] } };

/** With few requests, a made-up token comes in a form with many parts. */
const inFullForm = (t: CheckContext, op: Operation, sample: Sample): Sample =>
  within(sample, [fullForm(t, op, 1), ...(op === 'logs' ? [underStatus] : [])]);

/** With few requests, one made-up token comes in a form with many parts, or a known value if there is none. Searches always send one. */
function withForms(
  t: CheckContext,
  op: Operation,
  chosen: readonly generate.BearerTry[],
  known: readonly Sample[],
): readonly Sample[] {
  const isCarried = ({ kind }: { readonly kind: string }) => generate.carriedKinds.some((one) => one === kind);
  const samples = chosen.map((one) => (isCarried(one) ? inFullForm(t, op, headerSample(one)) : headerSample(one)));
  const turn = t.settings.run.seed % Math.max(known.length, 1);
  const [one, other] = [...known.slice(turn), ...known.slice(0, turn)];
  if (one !== undefined && !samples.some(isCarried)) samples.push(inFullForm(t, op, one));
  if (other !== undefined && op === 'logs') samples.push(other);
  return samples;
}

for (const [place, op] of api.operations.entries()) {
  // Verifications carry right codes: they come before the first wrong one of the run.
  const phase = api.needsCode(op) ? 'right-codes' : 'main';
  const places = api.operations.length;

  checkToTheEnd(
    `auth/${op}/no-header`,
    async (t) => {
      const all = t.effort.isLean ? fewHeaderless(t, op) : headerless(t, op);
      const first = await onEachWebhook(t, op, all);
      return requireRejected(t, op, {
        first,
        arbitrary: headerlessInAnyForm(t, op),
        runs: t.effort.pick({ standard: first.length, deep: 8 }),
        simplest: [bare],
      });
    },
    { phase, atEnd: (t) => requireNoneLetInLate(t, op) },
  );

  checkToTheEnd(
    `auth/${op}/malformed-header`,
    async (t) => {
      const { first, usual, few, arbitrary } = generate.malformedHeaders;
      const turn = place + t.settings.run.seed;
      const chosen = t.effort.pick({ quick: few(turn, places), standard: usual(turn, places), deep: first });
      return requireRejected(t, op, {
        first: await onEachWebhook(t, op, chosen.map(headerSample)),
        arbitrary: arbitrary.map(headerSample),
        runs: t.effort.pick({ standard: chosen.length, deep: 16 }),
        simplest: [anyHeader],
      });
    },
    { phase },
  );

  checkToTheEnd(
    `auth/${op}/wrong-token`,
    async (t) => {
      const { first, usual, few, arbitrary } = generate.wrongTokens(t.settings.tokens.valid, place, places);
      const turn = place + t.settings.run.seed;
      const chosen = t.effort.pick({ quick: few(turn), standard: usual(turn), deep: first.slice(0, 420) });
      const known = await knownValues(t, op);
      const samples = t.effort.pick<readonly Sample[]>({
        quick: withForms(t, op, chosen, known),
        standard: [...inPassing(t, op, chosen.map(headerSample), madeUp), ...known],
      });
      return requireRejected(t, op, {
        first: await onEachWebhook(t, op, samples),
        arbitrary: arbitrary.map(headerSample),
        runs: t.effort.pick({ standard: samples.length, deep: 38 }),
        simplest: [anyToken],
      });
    },
    // Searches change nothing, whoever is let in.
    { phase, ...(op === 'logs' ? { atEnd: controls.requireNoneLetInOfMany } : {}) },
  );
}
