import { expect, test } from 'vitest';
import { isAbridged } from '../items/abridged-item.ts';
import { canonicalItem } from '../items/canonical-item.ts';
import { LongJson } from './long-json.ts';

const limits = { nesting: 5, elements: 10, members: 3, keptMembers: ['data', 'cursor'] };

/** Reads a text in pieces of that many octets. */
function read(text: string | Uint8Array, size: number) {
  const json = new LongJson(limits);
  const octets = Buffer.from(text);
  for (let at = 0; at < octets.length; at += size) json.write(Uint8Array.from(octets.subarray(at, at + size)));
  return { ...json.end(), exceeded: json.exceeded };
}
const pieces = [1, 2, 3, 7, 4096, 1_000_000];
const item = (id: string, size: number) => JSON.stringify({ id, text: 'é"\\\n'.repeat(size / 4) });

test.each(pieces)('a text without long strings stays as it is, in pieces of %d octets', (size) => {
  const text = ` {"a\\"b": [1, -2.5e3, "é€😀\\u00e9", null], "c": {"d": "\\\\"}, "e": ""}\n`;
  expect(read(text, size)).toEqual({ text, isUtf8: true, exceeded: undefined });
});

test.each(pieces)('a long string becomes what is kept of a long item, in pieces of %d octets', (size) => {
  const items = [item('a', 30_000), 'short', item('b', 20_000), item('a', 30_000)];
  const body = read(JSON.stringify({ data: items, comment: 'x'.repeat(20_000) }), size);
  const { data, comment } = JSON.parse(body.text) as { data: string[]; comment: string };
  expect(data).toEqual(items.map(canonicalItem));
  expect(data[0]).toContain('"id":"a"');
  expect(isAbridged(comment)).toBe(true);
});

test('the form of a form is the form itself, so that an item is the same in a long body and in a short one', () => {
  const forms = [item('a', 30_000), `[${item('a', 8000)}]`, 'x'.repeat(5000)].map(canonicalItem);
  expect(forms.map(canonicalItem)).toEqual(forms);
});

test('an escaped long item is the same as one whose characters stand for themselves', () => {
  const [plain, escaped] = ['é'.repeat(20_000), '\\u00e9'.repeat(20_000)].map((text) => read(`["${text}"]`, 4096).text);
  expect(escaped).toBe(plain);
});

test('items of more than 4 MB are told apart by their octets', () => {
  const [a, b, again] = ['a', 'b', 'a'].map((end) => read(JSON.stringify([`${'x'.repeat(5_000_000)}${end}`]), 65_536));
  expect(a!.text).toBe(again!.text);
  expect(a!.text).not.toBe(b!.text);
  expect(a!.text.length).toBeLessThan(2000);
});

test('octets are held only as long as a string may have to be decoded', () => {
  const json = new LongJson(limits);
  json.write(Buffer.from(`["`));
  for (let piece = 0; piece < 100; piece += 1) json.write(Buffer.alloc(65_536, 'x'));
  expect(json.held).toBeLessThan(1000);
});

test.each([
  ['a control character in a long string', `["${'x'.repeat(20_000)}\n"]`, 'ontrol character in'],
  ['a wrong escape in a long string', `["${'x'.repeat(20_000)}\\q"]`, 'Bad escaped character'],
  ['a string without an end', `["${'x'.repeat(20_000)}`, 'a string does not end'],
])('%s is not JSON', (_, text, message) => {
  for (const size of pieces) expect(read(text, size).broken).toContain(message);
});

test.each(pieces)('what is not UTF-8 is told, also where characters are cut by pieces of %d octets', (size) => {
  expect(read('["😀é€"]', size).isUtf8).toBe(true);
  for (const octets of [[0xff], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98, 0x22], [0x80]])
    expect(read(Buffer.concat([Buffer.from('["é'), Buffer.from(octets)]), size).isUtf8).toBe(false);
});

test.each([
  ['a list of too many elements', `{"data":[${'0,'.repeat(10)}0]}`, 'a list of more than 10 elements'],
  ['a list of as many as are read', `{"data":[${'0,'.repeat(9)}0],"more":{${'"a":0,'.repeat(20)}"b":0}}`, undefined],
  ['a longer list further inside', `[[[${'0,'.repeat(20)}0]]]`, undefined],
  ['brackets in strings', `["${'['.repeat(20)}"]`, undefined],
  ['too many lists inside each other', '[[[[[[', 'more than 5 arrays or objects inside each other'],
])('%s', (_, text, exceeded) => {
  for (const size of pieces) expect(read(text, size).exceeded).toBe(exceeded);
});

test('a control character in a string of more than 4 MB is found wherever it is', () => {
  for (const place of [0, 1, 5, 4_999_990, 4_999_999]) {
    const octets = Buffer.from(`["${'é'.repeat(2_500_000)}"]`);
    octets[place + 2] = 0x1f;
    for (const size of [4099, 65_536, 9_000_000]) expect(read(octets, size).broken).toContain('control character');
  }
});

test('a string that is not an element is not decoded where it is very long', () => {
  const { text } = read(JSON.stringify({ next: `${'x'.repeat(500_000)}` }), 65_536);
  expect(isAbridged((JSON.parse(text) as { next: string }).next)).toBe(true);
});

/** Members of every kind, of which most are left out. */
const manyMembers = `{"a":1,"b":2,"c":3, "d" : -0.5e+7 ,"e":true\t,"f":false,"g":null,\r\n"h":"é, \\"x\\":1","i":"","j":[1,{"k":2}],"l":{"m":3,"n":4},"data":["1"],"d\\u0061te":5,"dat":6,"cursor":{"next":null,"o":7,"p":8},"q":9,"r":"s","data":["2"],"t":"","u":0}`;

test.each(
  pieces,
)('of many members, the named ones and those of lists and objects stay, in pieces of %d octets', (size) => {
  const { text, broken } = read(manyMembers, size);
  expect(broken).toBeUndefined();
  const { data, cursor, j, l, a } = JSON.parse(text);
  expect({ data, cursor, j, l, a }).toEqual({
    ...{ data: ['2'], cursor: { next: null, o: 7, p: 8 }, j: [1, { k: 2 }], l: { m: 3, n: 4 }, a: 1 },
  });
});

test('hardly any of a hundred thousand simple members is kept', () => {
  const members = Array.from({ length: 100_000 }, (_, at) => `"m${at}":${at % 2 === 0 ? at : `"${at}"`}`);
  for (const size of [65_536, 10_000_000]) {
    const { text } = read(`{"data":[],${members.join(',')},"cursor":{}}`, size);
    expect(text.length).toBeLessThan(2000);
    expect(JSON.parse(text)).toMatchObject({ data: [], cursor: {} });
  }
});

test('what is left out changes nothing about whether the text is JSON', () => {
  const isJson = (text: string) => {
    try {
      return typeof JSON.parse(text) === 'object';
    } catch {
      return false;
    }
  };
  for (let at = 0; at < manyMembers.length; at += 1)
    for (const other of ['', ',', '"', ':', '\\', '}', '0', '\n', ' '])
      for (const size of [7, 4096]) {
        const changed = manyMembers.slice(0, at) + other + manyMembers.slice(at + 1);
        const { text, broken } = read(changed, size);
        expect(broken === undefined && isJson(text), changed).toBe(isJson(changed));
      }
});
