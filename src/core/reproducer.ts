/** Whose e-mail and codes a step of a reproducer uses. */
import { placeholdersIn } from './placeholders.ts';
import type { ReproducerStep } from './verdict.ts';

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
