/** Whose e-mail and codes a step of a reproducer uses. */
import { placeholdersIn } from './placeholders.ts';
import type { Reproducer, ReproducerStep } from './verdict.ts';

/**
 * How often the steps are sent before they show no failure. Each run draws other users and codes, and a defect may show with
 * some of them only: a comparison of the first digits does not show with a code that begins with 0.
 */
export function attemptsOf({ steps }: Reproducer): number {
  const text = steps.map(({ target, body, headers }) => `${target}\n${body}\n${headers.join('\n')}`).join('\n');
  return placeholdersIn(text, 'unique').length + placeholdersIn(text, 'code').length > 0 ? 5 : 1;
}

/** The e-mail in a body, with placeholders, as it is written in JSON. */
export function emailIn({ body }: ReproducerStep): string | undefined {
  return /"email"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body ?? '')?.[1];
}

/** The number of the user whom an e-mail belongs to; undefined for an e-mail without a fresh part. */
export function userOf(email: string | undefined): number | undefined {
  return placeholdersIn(email ?? '', 'unique')[0]?.user;
}

/** Numbers of the users whose codes a body contains. */
export function codeUsersIn({ body }: ReproducerStep): readonly number[] {
  return [...new Set(placeholdersIn(body ?? '', 'code').map(({ user }) => user))];
}
