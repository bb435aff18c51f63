import { expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { attemptsOf, replayCommand, scriptCommand, showsByItself } from './reproducer.ts';
import type { Reproducer, ReproducerStep } from './verdict.ts';

const step = (target: string, body: string | null = null): ReproducerStep => ({
  method: body === null ? 'GET' : 'POST',
  target,
  headers: [],
  body,
});
const withToken = (token: string): ReproducerStep => ({
  ...step('/a'),
  headers: [['Authorization', `Bearer ${token}`]],
});
const exchange = (target: string): Evidence => ({
  request: { method: 'GET', url: `http://127.0.0.1:1${target}`, headers: {}, body: null },
  response: null,
  ms: 1,
  curl: '',
});
const register = step('/v2/auth/register', '{"email":"cawl+{unique:1}@example.com"}');
const wrongCode = step('/v2/auth/verify-user', '{"email":"cawl+{unique:1}@example.com","code":0}');
const verify = step('/v2/auth/verify-user', '{"email":"cawl+{unique:1}@example.com","code":{code:1+1}}');

test.each<[string, Reproducer, readonly Evidence[], boolean]>([
  ['one request', { steps: [step('/a')], symptom: { kind: 'accepted' } }, [exchange('/a')], true],
  ['one response of a walk', { steps: [step('/a')], symptom: { kind: 'check' } }, [exchange('/a')], true],
  [
    'one request sent twice beside a control',
    { steps: [step('/a')], symptom: { kind: 'check' } },
    [{ ...exchange('/b'), role: 'control' }, exchange('/a'), exchange('/a')],
    true,
  ],
  [
    'a number in place of the code of a user that was registered before',
    { steps: [register, wrongCode], symptom: { kind: 'accepted' } },
    [exchange('/v2/auth/verify-user')],
    false,
  ],
  ['a registration', { steps: [register], symptom: { kind: 'accepted' } }, [exchange('/v2/auth/register')], true],
  ['a code', { steps: [verify], symptom: { kind: 'accepted' } }, [exchange('/v2/auth/verify-user')], false],
  ['a word', { steps: [withToken('null')], symptom: { kind: 'accepted' } }, [exchange('/a')], true],
  [
    'the e-mail of a user',
    { steps: [withToken('cawl{unique:1}@example.com')], symptom: { kind: 'accepted' } },
    [exchange('/a')],
    false,
  ],
  [
    'a cursor as the token',
    { steps: [step('/a'), withToken('{1.cursor.next}')], symptom: { kind: 'accepted' } },
    [exchange('/a')],
    false,
  ],
  ['a cursor', { steps: [step('/a?next=x')], symptom: { kind: 'check' } }, [exchange('/a?next=x')], false],
  ['a comparison', { steps: [step('/a')], symptom: { kind: 'check' } }, [exchange('/a'), exchange('/b')], false],
  [
    'a connection',
    { steps: [step('/a')], symptom: { kind: 'accepted' }, connection: 'same' },
    [exchange('/a'), exchange('/a')],
    false,
  ],
])('whether a request alone shows a failure that rests on %s', (_, capsule, evidence, expected) => {
  expect(showsByItself({ capsule, evidence })).toBe(expected);
});

test('only steps with fresh values are sent several times', () => {
  expect(attemptsOf({ steps: [step('/a')], symptom: { kind: 'accepted' } })).toBe(1);
  expect(attemptsOf({ steps: [verify], symptom: { kind: 'accepted' } })).toBe(5);
});

test('the command of the script is that of the replay, with --script', () => {
  const replay = replayCommand('reports/conformance.json', 'logs/limit');
  expect(scriptCommand({ id: 'logs/limit', replay })).toBe('cawl replay reports/conformance.json --script logs/limit');
  expect(scriptCommand({ id: 'logs/limit' })).toBeUndefined();
});
