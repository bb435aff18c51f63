/**
 * Requests that must be rejected for their token, as samples of a property. A sample may combine several circumstances, none of
 * which may make the target accept it.
 */
import type { CheckContext, Operation } from '../../src/suite.ts';
import { api, controls, type fc, generate } from '../../src/suite.ts';

/** An attempt as a sample of a property. */
export interface Sample extends controls.Attempt {
  readonly kind: string;
  /** How a counterexample is shown. */
  readonly shown: string;
}

export const sampleOf = (attempt: controls.Attempt): Sample => ({
  ...attempt,
  kind: attempt.label,
  shown: attempt.label,
});

/**
 * Short made-up tokens are shown as they are; mutants are described by what was done to the valid token. Some HTTP servers (Jetty)
 * keep the fields of a connection and look them up without regard to case: the operation sees the valid token in place of one that
 * differs from it in case alone, unless the connection is fresh.
 */
export function headerSample({ header, second, kind, label }: generate.BearerTry): Sample {
  const described = header.includes('{token')
    ? `with the valid token, ${label}`
    : header.length > 60
      ? `with a made-up token (${label})`
      : `with the header "Authorization: ${header}" (${label})`;
  // Octets beyond ASCII are legal (RFC 9110 §5.5), but a server may take the header for malformed.
  const isAscii = /^[\t -~]*$/.test(header);
  return {
    label: described,
    how: {
      authorization: header,
      ...(second === undefined ? {} : { headers: [['Authorization', second]] }),
      ...(isAscii ? {} : { typed: false }),
      ...(kind === 'swapped-case' ? { connection: 'fresh' } : {}),
    },
    kind,
    shown: second === undefined ? header : `${header}\nAuthorization: ${second}`,
  };
}

/** Circumstances of a request that do not depend on its token. */
export type Circumstance = controls.Attempt;

/** The attempt as a sample, shown like another one. */
function asShown({ kind, shown, label }: Sample, attempt: controls.Attempt): Sample {
  return { kind, shown: shown === label ? attempt.label : shown, ...attempt };
}

/** A sample in several circumstances at once. */
export function within(sample: Sample, circumstances: readonly Circumstance[]): Sample {
  const all = [sample, ...circumstances];
  const label = all.map((one) => one.label).join(', ');
  return {
    label,
    how: mergedHow(all.map(({ how }) => how)),
    kind: sample.kind,
    shown: sample.shown === sample.label ? label : sample.shown,
    ...(sample.given && { given: sample.given }),
    simpler: () => [
      ...(sample.simpler?.() ?? []).map((smaller) => within(asShown(sample, smaller), circumstances)),
      ...generate.fewerParts(circumstances).map((fewer) => (fewer.length === 0 ? sample : within(sample, fewer))),
      ...circumstances.flatMap((one, at) =>
        (one.simpler?.() ?? []).map((smaller) => within(sample, circumstances.with(at, smaller))),
      ),
    ],
  };
}

/** A sample in several circumstances at once, and in each of them alone if the response leaves that open. */
export function inAll(sample: Sample, circumstances: readonly Circumstance[]): Sample {
  const whole = within(sample, circumstances);
  const parts = circumstances.map((one) => within(sample, [one]));
  return {
    ...whole,
    together: { without: sample, parts },
  };
}

/** One request with the headers and parameters of all; anything else is taken from the last one. */
function mergedHow(all: readonly controls.Attempt['how'][]): controls.Attempt['how'] {
  const headers = all.flatMap((how) => how.headers ?? []);
  const query = all.flatMap((how) => how.query ?? []);
  return { ...Object.assign({}, ...all), headers, ...(query.length === 0 ? {} : { query }) };
}

/** Headers of each kind if the run is lean: a request with all of them, and many others, must not have too many. */
const fewTrusted = 8;

/** Headers that some guards trust, whoever sends them. */
export function trusted(t: CheckContext): readonly Circumstance[] {
  const all = generate.trustedHeaders(new URL(t.settings.baseUrl).origin);
  return all.map(({ name, headers }) => ({
    label: `with ${name}`,
    how: { headers: t.effort.take(headers, { quick: fewTrusted }) },
  }));
}

export const inForm = (sample: controls.Attempt, form: generate.MessageForm): Sample => ({
  ...sampleOf(controls.attemptIn(sample, form)),
  kind: 'another form of message',
});

/** @param strength of how many parts every combination is tried at standard */
export function messageForms(t: CheckContext, op: Operation, strength: number): readonly generate.MessageForm[] {
  const seed = t.settings.run.seed + api.operations.indexOf(op);
  return generate.messageForms({ strength: t.effort.pick({ standard: strength, deep: strength + 1 }), seed });
}

/** The sample in message forms, see {@link messageForms}; none if the run is lean. */
export function inForms(t: CheckContext, op: Operation, sample: Sample, strength: number): readonly Sample[] {
  const forms = messageForms(t, op, strength);
  return t.effort.take(forms, { quick: 0 }).map((form) => inForm(sample, form));
}

/** The sample in forms with many parts each; if one leaves it open, in forms in which every two parts are combined. */
function inCrowdedForms(t: CheckContext, op: Operation, sample: Sample): readonly Sample[] {
  const parts = inForms(t, op, sample, 2);
  return crowdedForms(t, op).map((form) => ({ ...inForm(sample, form), together: { without: sample, parts } }));
}

/** Forms with many parts each, those with the fewest headers first. */
function crowdedForms(t: CheckContext, op: Operation): readonly generate.MessageForm[] {
  const forms = generate.crowdedForms(t.settings.run.seed + api.operations.indexOf(op));
  return forms.toSorted((a, b) => (a.how.headers?.length ?? 0) - (b.how.headers?.length ?? 0));
}

/** The name under which checks share an attempt in a form of message. */
export const inAForm = (common: string): string => `${common}, in a form of message`;

/**
 * The sample, its variants, and the sample in forms with many parts each. The variants come in these forms; if that leaves a doubt,
 * without them, and the forms by themselves. Many headers may be too many together with others, so the variants with more come first.
 */
export function withVariants(
  t: CheckContext,
  op: Operation,
  sample: Sample,
  variants: readonly Sample[],
): readonly Sample[] {
  if (t.effort.isExhaustive) return [sample, ...variants, ...inForms(t, op, sample, 2)];
  const crowded = inCrowdedForms(t, op, sample);
  const forms = crowdedForms(t, op);
  const inBoth = variants.map((variant, at): Sample => {
    const [form, alone] = [forms[at], crowded[at]];
    if (form === undefined || alone === undefined) return variant;
    const common = variant.common === undefined ? {} : { common: inAForm(variant.common) };
    return { ...within(variant, [form]), ...common, together: { without: sample, parts: [variant, alone] } };
  });
  return [sample, ...inBoth, ...crowded.slice(variants.length)];
}

/** Types that a guard may skip: a server need not read such a body as JSON, but must require the token. */
const otherTypes: readonly Circumstance[] = [
  { label: 'without a Content-Type', how: { contentType: null, typed: false } },
  { label: 'as text/plain', how: { contentType: 'text/plain', typed: false } },
];

/** A request without a body may name a type all the same. */
const typeWithoutBody: Circumstance = {
  label: 'as text/plain',
  how: { headers: [['Content-Type', 'text/plain']], typed: false },
};

/**
 * Whether the token is well-formed (RFC 6750 §2.1). A target may reject a malformed token with a different message: then nobody
 * can tell whether the rejection is about the token or about what comes with it.
 */
const isWellFormed = ({ shown }: Sample): boolean =>
  /^Bearer [\w.~+/-]+=*$/.test(shown.replaceAll(/\{token[^}]*\}/g, 'x'));

/**
 * The samples, of which the first made-up tokens come in forms with many parts, and the last ones with a body that is not typed as
 * JSON. Where that leaves a doubt, the token is tried without the form, and forms with fewer parts are tried with another token.
 */
export function inPassing(
  t: CheckContext,
  op: Operation,
  samples: readonly Sample[],
  plain: Sample,
): readonly Sample[] {
  const parts = inForms(t, op, plain, 1);
  if (t.effort.isExhaustive) return [...samples, ...parts];
  const forms = generate.crowdedForms(t.settings.run.seed + api.operations.indexOf(op));
  const types = api.operationTable[op].method === 'GET' ? [typeWithoutBody] : otherTypes;
  // The longest token may be too long together with other headers: it comes in a form only if no other is left.
  const usable = samples.filter(isWellFormed).sort((a, b) => Number(a.kind === 'length') - Number(b.kind === 'length'));
  const inForm = usable.filter(({ shown }) => !shown.includes('{token')).slice(0, forms.length);
  const typed = usable.filter((sample) => !inForm.includes(sample) && sample.kind !== 'length').reverse();
  return samples.map((sample) => {
    const form = forms[inForm.indexOf(sample)];
    if (form !== undefined)
      return { ...within(sample, [form]), together: { without: plain, parts: [sample, ...parts] } };
    const type = types[typed.indexOf(sample)];
    if (type === undefined) return sample;
    return { ...within(sample, [type]), together: { without: plain, parts: [sample] } };
  });
}

/** One of two forms with many parts: operations take turns. A search has no body that could come in chunks, so that it is in HTTP/1.0. */
export function fullForm(t: CheckContext, op: Operation, further = 0): Circumstance {
  if (op === 'logs') return generate.oldForm;
  return generate.fullForms[(api.operations.indexOf(op) + t.settings.run.seed + further) % 2]!;
}

/** The sample on a webhook, also where its parts are tried alone; a rejection is the same on any webhook. */
function onWebhook(sample: Sample, webhook: string): Sample {
  const there = (one: Sample) => within(one, [{ label: `on webhook ${webhook}`, how: { webhook } }]);
  const { together } = sample;
  if (together === undefined) return there(sample);
  const parts = together.parts.map((part) => there(sampleOf(part)));
  return { ...there(sample), together: { ...together, parts } };
}

/** Where few requests may be sent, searches ask for one configured webhook after the other: a guard may know some of them only. */
export async function onEachWebhook(
  t: CheckContext,
  op: Operation,
  samples: readonly Sample[],
): Promise<readonly Sample[]> {
  if (op !== 'logs' || !t.effort.isLean) return samples;
  const known = (await controls.knownLogs(t)).filter(({ page }) => page !== undefined);
  return samples.map((sample, at) => {
    const webhook = known[at % Math.max(known.length, 1)]?.webhook;
    const hasOwn = sample.how.webhook !== undefined;
    if (webhook === undefined || hasOwn || at % known.length === 0) return sample;
    return onWebhook(sample, webhook);
  });
}

interface Samples {
  readonly first: readonly Sample[];
  readonly arbitrary: fc.Arbitrary<Sample>;
  /** Number of samples at depth standard. */
  readonly runs: number;
  /** The first of them that is let in too is reported instead of any other. */
  readonly simplest: readonly Sample[];
}

/** Requires that every sample is rejected. Where the run is lean, only the first is sent. */
export async function requireRejected(t: CheckContext, op: Operation, { first, ...samples }: Samples) {
  const attempts = new controls.Attempts(t, op);
  const decided = await t.property<Sample>({
    ...samples,
    atQuick: first.length,
    examples: first,
    kind: ({ kind }) => kind,
    show: ({ shown }) => shown,
    judge: (sample) => attempts.judge(sample),
    judgeSmaller: (sample) => attempts.judgeSmaller(sample),
    simpler: ({ kind, simpler }) => (simpler?.() ?? []).map((attempt) => ({ ...sampleOf(attempt), kind })),
    symptom: { kind: 'accepted' },
  });
  return attempts.conclude(decided);
}
