/** Bodies that are no JSON are refused; a charset beside application/json is not; wrong types are answered 4xx. */
import {
  type CheckContext,
  type Conclusion,
  canonicalFor,
  checksOf,
  describeResponse,
  type Exchange,
  fail,
  fc,
  isAccepted,
  type OperationRequest,
  type Proof,
  pass,
  requestOf,
  requirePendingUser,
  validRequest,
  verificationBody,
  type Wrong,
  wrong,
} from '../../src/suite.ts';
import { requireRightCode, sharedUser } from '../lib/pending-users.ts';
import { posts } from '../lib/per-operation.ts';
import { recognised, sendReliably, shuffled } from '../lib/requests.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
type Post = (typeof posts)[number];

/** Verify's malformed bodies may count as wrong codes, so they come when right codes are no longer needed. */
const phases = { create: 'main', register: 'main', verify: 'wrong-codes' } as const;

for (const op of posts) {
  check(`${op}/rejects-non-json`, (t) => nonJson(t, op), { phase: phases[op] });
  check(`${op}/json-charset`, (t) => charset(t, op), {
    phase: op === 'verify' ? 'right-codes' : 'main',
    from: 'standard',
  });
  check(`${op}/rejects-wrong-types`, (t) => wrongTypes(t, op), { phase: phases[op], from: 'standard' });
}

/** The canonical body, with whatever it uses up fresh; for verify that of a pending user. */
async function validBody(t: CheckContext, op: Post): Promise<object> {
  return (await validRequest(t, op)).body as object;
}

async function twin(t: CheckContext, op: Post, how: Partial<OperationRequest> = {}): Promise<Exchange> {
  const body = await validBody(t, op);
  return sendReliably(t, () => ({ operation: op, body, ...how }));
}

interface Broken {
  readonly label: string;
  readonly of: (text: string) => string;
}

/** None begins with a complete JSON text, also for a reader that knows JSON5: what begins like one stays open. */
const noJson: readonly Broken[] = [
  { label: 'cut before the last character', of: (text) => text.slice(0, -1) },
  { label: 'cut after the first character', of: () => '{' },
  { label: 'prose before it', of: (text) => `Dear server, ${text}` },
  { label: 'cut in its last value', of: (text) => text.slice(0, -3) },
  { label: 'XML', of: () => '<?xml version="1.0"?><request><limit>10</limit></request>' },
  { label: 'cut after a colon', of: (text) => text.slice(0, text.lastIndexOf(':') + 1) },
  { label: 'a closing brace before it', of: (text) => `}${text}` },
  { label: 'cut in the middle', of: (text) => text.slice(0, Math.ceil(text.length / 2)) },
  { label: 'prose', of: () => 'Dear server, please do as usual.' },
  { label: 'cut after a comma', of: (text) => text.slice(0, text.lastIndexOf(',') + 1) },
  { label: 'it in an element', of: (text) => `<json>${text}</json>` },
  { label: 'cut in its first name', of: (text) => text.slice(0, 4) },
];

async function nonJson(t: CheckContext, op: Post): Promise<Conclusion> {
  // At depth quick the twin after it is enough: what is accepted needs none.
  const before = t.effort.isLean ? undefined : await twin(t, op);
  if (before !== undefined && !recognised(before)) t.requireAccepted(before, `the canonical request before it`);
  const random = fc.sample(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
    seed: t.seed,
    numRuns: Math.ceil(t.effort.sampleCount(3)),
  });
  const bodies: Broken[] = [
    ...t.effort.sampleOf(noJson.slice(0, t.effort.sampleCount(noJson.length, noJson.length)), 2),
    ...t.effort.sampleOf(random, 0).map((share) => ({
      label: 'cut somewhere',
      of: (text: string) => text.slice(0, 1 + Math.floor(share * (text.length - 1))),
    })),
  ];
  const accept: { body: Broken; exchange: Exchange }[] = [];
  // A user a few bodies: each may count as a wrong code.
  let body = t.effort.isLean && op === 'verify' ? verificationBody(await sharedUser(t)) : await validBody(t, op);
  let uses = 0;
  const send = async ({ of }: Broken): Promise<Exchange> => {
    uses += 1;
    if (op !== 'verify' || uses > 2) {
      body = await validBody(t, op);
      uses = 1;
    }
    return t.send({ operation: op, raw: of(JSON.stringify(body)), typed: false, throttle: 'accept' });
  };
  for (const broken of bodies) {
    const exchange = await send(broken);
    if (!isAccepted(exchange)) continue;
    accept.push({ body: broken, exchange });
    uses = 3;
    const again = await send(broken);
    if (isAccepted(again))
      fail(
        `a body that is no JSON (${broken.label}) ${describeResponse(exchange)}, and again ${describeResponse(again)}`,
        [...(before === undefined ? [] : [[before, 'the canonical request'] as const]), exchange, again],
        { symptom: { kind: 'accepted' } },
      );
  }
  if (t.effort.isLean && op === 'verify') await requireRightCode(t);
  else {
    const after = await twin(t, op);
    if (!recognised(after)) t.requireAccepted(after, 'the canonical request after it');
  }
  return pass({ samples: { count: bodies.length, kinds: {} } });
}

async function charset(t: CheckContext, op: Post): Promise<Conclusion> {
  const how = { contentType: 'application/json; charset=utf-8' };
  const first = await twin(t, op, how);
  if (recognised(first)) return pass();
  const plain = await twin(t, op);
  if (!recognised(plain)) t.requireAccepted(plain, 'the canonical request without charset');
  const again = await twin(t, op, how);
  if (recognised(again)) return pass();
  fail(
    `application/json; charset=utf-8: ${describeResponse(again)}; without the charset ${describeResponse(plain)}`,
    [plain, first, again],
    {
      symptom: { kind: 'refused' },
    },
  );
}

/** Samples at depth standard. */
const wrongSamples = 15;

async function wrongTypes(t: CheckContext, op: Post): Promise<Conclusion> {
  const before = await twin(t, op);
  if (!recognised(before)) t.requireAccepted(before, 'the canonical request before it');
  const count = t.effort.sampleCount(wrongSamples);
  let tried = 0;
  let valid = op === 'verify' ? verificationBody(await requirePendingUser(t)) : undefined;
  const offences: { one: Wrong; exchange: Exchange }[] = [];
  const names = flawsToTry(t, op, count);
  for (const name of names) {
    if (valid !== undefined && tried % 2 === 0) valid = verificationBody(await requirePendingUser(t));
    tried += 1;
    const one = wrongOnes(t, op, valid).find((candidate) => nameOf(candidate) === name);
    if (one === undefined) continue;
    const exchange = await t.send({ ...requestOf(t, one), typed: false, throttle: 'accept' });
    const status = exchange.response?.status ?? 0;
    if (status >= 400 && status < 500) continue;
    offences.push({ one, exchange });
    if (valid !== undefined) tried = 0;
  }
  const after = await twin(t, op);
  if (!recognised(after)) t.requireAccepted(after, 'the canonical request after it');
  const [first] = offences;
  const samples = { count: names.length, kinds: {} };
  if (first === undefined) return pass({ samples });
  fail(
    `${first.one.label}: ${describeResponse(first.exchange)}${offences.length > 1 ? `; ${offences.length} of ${names.length} wrong types were not answered 4xx` : ''}`,
    offences.slice(0, 6).map(({ one, exchange }): Proof => [exchange, one.label]),
    { samples, symptom: { kind: 'accepted' } },
  );
}

/** What the schemas refuse; for verify also the right code with a fraction, which a server may cut off. */
function wrongOnes(
  t: CheckContext,
  op: Post,
  valid?: { readonly email: string; readonly code: number },
): readonly Wrong[] {
  const { first } = wrong(op, canonicalFor(t, op, valid));
  if (valid === undefined) return first;
  const body = { ...valid, code: valid.code + 0.5 };
  return [
    { operation: op, kind: 'wrong-type', field: 'code', form: 'added-fraction', label: 'code has a fraction', body },
    ...first,
  ];
}

/** The same flaw in another body has the same name. */
const nameOf = ({ field, form }: Wrong): string => `${field} ${form}`;
/** What a lenient parser is most likely to let through. */
const telling: readonly Wrong['form'][] = [
  'digit-string',
  'added-fraction',
  'number',
  'only-item',
  'null',
  'null-item',
];

/** Names of the flaws to try: the telling ones first, the rest in an order that the seed decides. */
function flawsToTry(t: CheckContext, op: Post, count: number): string[] {
  const all = wrongOnes(t, op, { email: 'a@example.com', code: 123_456 });
  const first = all.filter(({ form }) => telling.includes(form));
  const rest = shuffled(
    all.filter(({ form }) => !telling.includes(form)),
    t.seed,
  );
  // Strings are coerced from integers as often as integers from strings.
  const integers = rest.filter(({ form }) => form === 'integer');
  const chosen = [...first.slice(0, count / 2), ...integers.slice(0, 2), ...rest];
  return [...new Set(chosen.map(nameOf))].slice(0, count);
}
