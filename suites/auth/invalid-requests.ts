/** Requests that every validation rejects; well-formed, so that a parser in front of the authentication accepts them. */
import type { Operation } from '../../src/suite.ts';
import { api, controls } from '../../src/suite.ts';

const wrongTypes = {
  limit: 'x',
  profileIds: 5,
  calendarIds: {},
  email: 5,
  code: 'x',
  firstName: [],
  lastName: 1,
  password: {},
};

const bodies: readonly controls.Attempt[] = [
  { label: 'with an empty object', how: { body: {}, typed: false } },
  { label: 'with fields of wrong types', how: { body: wrongTypes, typed: false } },
];
const queries: readonly controls.Attempt[] = [
  { label: 'with a status that does not exist', how: { query: [['status', 'bogus']], typed: false } },
  { label: 'with a made-up cursor', how: { query: [['next', 'made-up']] } },
];

const codeOfWrongType: controls.Attempt = {
  label: 'with nothing but a code that is not a number',
  how: { body: { code: 'x' }, typed: false },
};

/** The most telling one. */
export const mostInvalid = (op: Operation): controls.Attempt =>
  api.needsCode(op) ? codeOfWrongType : invalidRequests(op)[0]!;

export const invalidRequests = (op: Operation): readonly controls.Attempt[] =>
  api.operationTable[op].method === 'GET' ? queries : bodies;

/** The same requests, also without the header; the checks share them. */
export const invalidWithoutHeader = (op: Operation): readonly controls.Attempt[] =>
  invalidRequests(op).map(({ label, how }) => ({
    label: `${controls.withoutHeader.label}, ${label}`,
    how: { ...how, authorization: null },
    common: `without header, ${label}`,
  }));
