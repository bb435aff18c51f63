/** Flags for every fixture, for a first run without a file. */
import type { RunOption } from './option.ts';

const group = 'What exists on it (instead of a file):';

function option(flag: string, kind: 'text' | 'list', path: string, takes: string, describe: string): RunOption {
  return {
    flag,
    env: `CAWL_${flag.toUpperCase().replaceAll('-', '_')}`,
    path: `/fixtures/${path}`,
    kind,
    takes,
    describe,
    group,
  };
}

export const fixtureOptions: readonly RunOption[] = [
  option('webhook', 'list', 'webhooks', 'ID', 'a webhook, the one with the richest log first; repeatable'),
  option('profile', 'list', 'profileIds', 'ID', 'a profile that exists; repeatable'),
  option('calendar', 'list', 'calendarIds', 'ID', 'a calendar that exists; repeatable'),
  option('limit', 'text', 'limit', 'N', 'a limit that the target accepts; default 10'),
  option('email', 'text', 'register/email', 'PATTERN', 'e-mail of new users; {unique} differs for each'),
  option('first-name', 'text', 'register/firstName', 'NAME', 'first name of new users; may contain {unique}'),
  option('last-name', 'text', 'register/lastName', 'NAME', 'last name of new users; may contain {unique}'),
  option('code-url', 'text', 'verificationCode/url', 'URL', 'answers the code of {email}'),
  option(
    'code-smtp',
    'text',
    'verificationCode/smtp',
    'HOST:PORT',
    'receive the mails of the target there, and read codes in them',
  ),
  option('code-command', 'text', 'verificationCode/command', 'LINE', 'prints the code of {email}'),
];
