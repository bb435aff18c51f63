/** E-mails that break servers when they split the address or encode its domain. */
import { type Operation, operationTable } from '../interface/operations.ts';
import { type Canonical, type Variant, withText } from './request.ts';

/** One character more than a label of a domain may have (RFC 1035 §2.3.4): codecs of domains throw at it. */
const overlongLabel = 'a'.repeat(64);

/** A valid domain of 251 characters, with which an e-mail is longer than 254 (RFC 5321 §4.5.3.1.3), and than a usual column. */
const longDomain = `${'aaaaaaaaa.'.repeat(24)}example.com`;

/** For registrations alone, which store the e-mail and send a mail to it. */
const ofNewUsers: readonly (readonly [kind: string, email: string])[] = [
  // The local part is empty.
  ['no-local-part', '@example.com'],
  // Many patterns take these for e-mails, but a database may not store them, and no mail may be sent to them.
  ['nul', 'a\u0000{unique}@example.com'],
  ['line-break', '{unique}@example.com\n'],
  ['overlong-local-part', `${overlongLabel}{unique}@example.com`],
  ['overlong', `{unique}@${longDomain}`],
];

/** Each has an unusual number of parts, an unusual length or unusual characters, and all but one are short enough for any column. */
export function unusualEmails(operation: Operation, canonical: Canonical): Variant[] {
  const { consumes, textFields } = operationTable[operation];
  if (!textFields.some((field) => field === 'email')) return [];
  const registers = consumes === 'email';
  const made = (kind: string, email: string): Variant => {
    return { operation, kind, field: 'email', body: { ...canonical.body, email } };
  };
  return [
    // Splitting it at the signs gives three parts. A registration has its domain appended later.
    withText(operation, canonical, 'email', 'two-signs', registers ? 'ada@' : 'ada@example.org@example.com'),
    // The domain has to be encoded in ASCII.
    made('domain-beyond-ascii', '{unique}@bücher.example'),
    made('overlong-label', `{unique}@${overlongLabel}.example.com`),
    ...(registers ? ofNewUsers.map(([kind, email]) => made(kind, email)) : []),
  ];
}
