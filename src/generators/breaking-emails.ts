/** E-mails that break servers when they split the address or encode its domain. */
import { type Operation, operationTable } from '../interface/operations.ts';
import { type Canonical, type Variant, withText } from './request.ts';

/** One character more than a label of a domain may have (RFC 1035 §2.3.4): codecs of domains throw at it. */
const overlongLabel = 'a'.repeat(64);

/** Each is short enough for any column, and has an unusual number of parts or an unusual domain. */
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
    // The local part is empty.
    ...(registers ? [made('no-local-part', '@example.com')] : []),
  ];
}
