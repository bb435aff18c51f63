/** `cawl init`: a commented configuration to start from. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readBaseUrl } from '../config/base-url.ts';
import { configNames } from '../config/file.ts';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import type { ExitCode, Io } from './io.ts';

/** The file's text; with a base URL that is already known, or an example. */
export function startingConfiguration(baseUrl = 'https://staging.example.com/api'): string {
  return `# What cawl judges, and with what. Every key is explained where it stands; # marks what may be left out.
baseUrl: ${baseUrl}   # a path prefix is kept; /v2 is added by the kit

tokens:                                # \${NAME} is taken from the environment: no secret in this file
  valid: \${CAWL_TOKEN}                 # a token that the target accepts
  # otherTenant: \${CAWL_OTHER_TOKEN}   # a valid token of someone else: shows isolation
  # expired: \${CAWL_EXPIRED_TOKEN}     # a token that was valid once

fixtures:                              # what exists on the target
  webhooks:                            # first the one with the richest log; a second shows isolation
    - id: wh_1
      # truth: logs-of-wh_1.json       # what its log holds: [{"item": "…", "status": "failed", "at": "2026-01-31T12:00:00Z"}]
    - id: wh_2
  profileIds: [p1, p2]
  calendarIds: [c1, c2]
  limit: 10                            # a \`limit\` that creating a common event accepts
  register:                            # values that registering accepts; new users are made with them
    firstName: Ada
    lastName: Lovelace
    email: cawl+{unique}@example.com   # {unique} is fresh for each user
    password: Correct-Horse-9-Battery
  # verificationCode:                  # how the kit gets the code that a user is sent: one of
  #   url: http://localhost:9000/codes?email={email}   # a GET; 404 while there is none
  #   mailpit: http://localhost:8025                   # reads the mail itself
  #   command: ./print-code {email}
  #   value: 123456                                    # a fixed code of test systems
  #   waitMs: 5000

# declares:                            # your choices where the specification is silent; each declared one is tested too
#   successStatus: {create: 201, register: 201, verify: 200, logs: 200}
#   refusalStatus: 401
#   endOfLog: "null"                   # cursor.next at the end: absent, empty or "null"
#   cursorCarriesFilters: false        # true: a cursor alone keeps the filters
#   timeFormat: rfc3339                # of from and to: rfc3339, date, epoch-seconds, epoch-milliseconds
#   rangeBounds: "[)"                  # which ends belong to a range: [] [) (] ()
#   sortBy: [createdAt]                # values that sort by the log's time
#   defaultOrder: desc
#   limit: page-size                   # \`limit\` bounds the length of data
#   itemsUnique: true                  # no item occurs twice in a log
#   item: {encoding: json, status: /status, time: /createdAt}
#   unknownWebhook: 404
#   requiredFields: {register: [firstName, lastName, email, password]}

run:                                   # each has a flag too: cawl run --help
  depth: standard                      # quick, standard or deep
  concurrency: 8                       # requests in flight at most
  rate: 0                              # requests a second at most; 0 for no limit
  timeoutMs: 10000

# waivers:                             # failures that are known and accepted for a while
#   - requirement: logs/prev-returns
#     reason: backward paging lands in release 4.2
#     until: 2027-01-31                # after that day it fails the run again
`;
}

export function init(flags: Flags, io: Io): ExitCode {
  const given = flags['base-url'] as string | undefined;
  const address = given === undefined ? undefined : readBaseUrl(given);
  if (address !== undefined && 'problem' in address) throw new UsageError(`--base-url ${address.problem}`);
  const there = configNames.find((name) => existsSync(resolve(io.cwd, name)));
  const file = configNames[0];
  if (there !== undefined && flags['force'] !== true)
    throw new UsageError(`${there} is already there and is left as it is`, '--force replaces it');
  if (there !== undefined && there !== file)
    throw new UsageError(
      `${there} is already there; two configurations would exclude each other`,
      'take it away first',
    );
  try {
    writeFileSync(resolve(io.cwd, file), startingConfiguration(address?.url));
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`);
  }
  const missing = `${address === undefined ? 'your base URL and ' : ''}the ids of your webhooks, profiles and calendars`;
  io.out(
    `Wrote ${file}.\nNext: put in ${missing}, then\n` +
      '  CAWL_TOKEN=… cawl run     judges it\n  CAWL_TOKEN=… cawl learn   declares what it chose where the specification is silent\n',
  );
  return 0;
}
