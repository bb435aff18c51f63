import { expect, test } from 'vitest';
import { codeMemberOf } from './code-member.ts';

test.each([
  [
    'beside an id and a moment',
    '{"id":"7c9e6679-7425-40de-944b-e07fc1f90ae7","at":1795780416,"code":"012345"}',
    '012345',
  ],
  ['within an envelope with a status', '{"code":20000,"data":{"verification_code":482913}}', '482913'],
  ['in a list of mails', '[{"to":"","otp":"-482913"}]', '-482913'],
])('the code is the member that is named for it: %s', (_, text, code) => {
  expect(codeMemberOf(text)).toBe(code);
});

test.each([
  ['the status of an envelope beside an object', '{"code":20000,"data":{"text":"it is 482913"}}'],
  ['the status of an envelope beside the code', '{"code":20000,"message":"ok","data":"482913"}'],
  ['the status of an envelope beside a sentence', '{"code":20000,"message":"your code is 482913."}'],
  ['a short status', '{"code":200,"message":"ok"}'],
  ['one of two', '[{"code":"482913"},{"code":"917004"}]'],
  ['another name', '{"zipcode":"48291","statuscode":20000}'],
  ['no JSON', 'code: 482913'],
])('%s is not taken for the code', (_, text) => {
  expect(codeMemberOf(text)).toBeUndefined();
});
