/** `cawl init`: writes a commented configuration to start from. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readBaseUrl } from '../config/base-url.ts';
import { configNames } from '../config/file.ts';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import type { ExitCode, Io } from './io.ts';

/** The text of the file, with the given base URL or an example. */
export function startingConfiguration(baseUrl = 'https://staging.example.com/api'): string {
  return `# yaml-language-server: $schema=node_modules/cawl-conformance/schemas/kit/config.schema.json
# Configuration of cawl. Every key is explained beside it; commented keys are optional.
baseUrl: ${baseUrl}   # a path prefix is kept; cawl adds /v2
# allowWrites: true                    # users and events may be created on a target that is not this machine; or give --yes

tokens:                                # \${NAME} is read from the environment: keep secrets out of this file
  valid: \${CAWL_TOKEN}                 # a token that the target accepts
  # valid: {command: ./print-token, refreshSeconds: 300}   # or {file: token.txt}: read again when it expires; no shell
  # otherTenant: \${CAWL_OTHER_TOKEN}   # a valid token of another tenant, to test isolation
  # expired: \${CAWL_EXPIRED_TOKEN}     # a token that has expired

fixtures:                              # what exists on the target
  webhooks:                            # the one with the richest log first; a second one tests isolation
    - id: wh_1
      # truth: logs-of-wh_1.json       # what its log contains: [{"item": "…", "status": "failed", "at": "2026-01-31T12:00:00Z"}]
    - id: wh_2
  profileIds: [p1, p2]
  calendarIds: [c1, c2]
  limit: 10                            # a \`limit\` that the target accepts for a common event
  register:                            # values that the target accepts; new users are registered with them
    firstName: Ada
    lastName: Lovelace
    email: cawl{unique}@example.com    # {unique} differs for each user; names may contain it too
    password: Correct-Horse-9-Battery
  # verificationCode:                  # how to get the code that a new user receives: one of
  #   url: http://localhost:9000/codes?email={email}   # a GET; 404 until there is one
  #   mailpit: http://localhost:8025                   # reads the mail from Mailpit
  #   smtp: 127.0.0.1:1025                             # cawl receives the mail itself: let the target send it there
  #   command: ./print-code {email}                    # or a list of words; no shell reads it
  #   value: 123456                                    # a fixed code, as on test systems
  #   pattern: 'code is (\\d+)'                        # where other numbers surround the code: one group around it
  #   waitMs: 5000

# declares:                            # your choices where the specification is silent; what is declared is tested
#   successStatus: {create: 201, register: 201, verify: 200, logs: 200}
#   refusalStatus: 401
#   endOfLog: "null"                   # cursor.next at the end: absent, empty, "null" or cursor
#   cursorCarriesFilters: false        # true: a cursor alone keeps the filters
#   timeFormat: rfc3339                # of from and to: rfc3339, date, epoch-seconds and others
#   rangeBounds: "[)"                  # which bounds belong to a range: [] [) (] ()
#   sortBy: [createdAt]                # values of sortBy that sort by time
#   defaultOrder: desc
#   limit: page-size                   # \`limit\` is the length of a page
#   itemsUnique: true                  # no item occurs twice in a log
#   item: {encoding: json, status: /status, time: /createdAt}
#   unknownWebhook: 404
#   requiredFields: {register: [firstName, lastName, email, password]}

run:                                   # each is also a flag: cawl run --help
  depth: standard                      # quick, standard or deep
  concurrency: 16                      # maximum requests in flight
  rate: 0                              # maximum requests per second; 0 for no limit
  timeoutMs: 10000

# traceLink: https://traces.example.com/trace/{traceId}   # makes failing exchanges links into your traces

# waivers:                             # known failures that are accepted until a date
#   - requirement: logs/prev-returns
#     reason: backward paging lands in release 4.2
#     until: 2027-01-31                # after this day it fails the run again
`;
}

export function init(flags: Flags, io: Io): ExitCode {
  const given = flags['base-url'] as string | undefined;
  const address = given === undefined ? undefined : readBaseUrl(given);
  if (address !== undefined && 'problem' in address) throw new UsageError(`--base-url ${address.problem}`);
  const existing = configNames.find((name) => existsSync(resolve(io.cwd, name)));
  const file = configNames[0];
  if (existing !== undefined && flags['force'] !== true)
    throw new UsageError(`${existing} already exists`, '--force replaces it', 'FILE_ERROR');
  if (existing !== undefined && existing !== file)
    throw new UsageError(`${existing} already exists, and only one configuration may`, 'remove it first', 'FILE_ERROR');
  try {
    writeFileSync(resolve(io.cwd, file), startingConfiguration(address?.url));
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`, undefined, 'FILE_ERROR');
  }
  const missing = `${address === undefined ? 'your base URL and ' : ''}the ids of your webhooks, profiles and calendars`;
  io.out(
    `Wrote ${file}.\nNext: fill in ${missing}, then\n` +
      '  CAWL_TOKEN=… cawl run     judges the target\n  CAWL_TOKEN=… cawl learn   declares its choices where the specification is silent\n',
  );
  return 0;
}
