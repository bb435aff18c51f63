/** All faults of the reference server, by area. */
import type { Fault } from '../fault.ts';
import { answers } from './answers.ts';
import { auth } from './auth.ts';
import { bodies } from './bodies.ts';
import { codes } from './codes.ts';
import { combinations } from './combinations.ts';
import { create } from './create.ts';
import { credentials } from './credentials.ts';
import { cursorContents } from './cursor-contents.ts';
import { cursors } from './cursors.ts';
import { excused } from './excused.ts';
import { filters } from './filters.ts';
import { furtherSorts } from './further-sorts.ts';
import { guards } from './guards.ts';
import { inputs } from './inputs.ts';
import { isolation } from './isolation.ts';
import { knownValues } from './known-values.ts';
import { looseTokens } from './loose-tokens.ts';
import { messages } from './messages.ts';
import { movedBounds } from './moved-bounds.ts';
import { movingSearches } from './moving-searches.ts';
import { oneWebhook } from './one-webhook.ts';
import { openPaths } from './open-paths.ts';
import { parallelCreations } from './parallel-creations.ts';
import { parallelSearches } from './parallel-searches.ts';
import { ranges } from './ranges.ts';
import { rareAnswers } from './rare-answers.ts';
import { refusals } from './refusals.ts';
import { refusedSearches } from './refused-searches.ts';
import { registration } from './registration.ts';
import { repetition } from './repetition.ts';
import { search } from './search.ts';
import { shape } from './shape.ts';
import { sorting } from './sorting.ts';
import { tokenForms } from './token-forms.ts';
import { trustedHeaders } from './trusted-headers.ts';
import { verification } from './verification.ts';
import { verificationFields } from './verification-fields.ts';
import { walks } from './walks.ts';

export const faults: readonly Fault[] = [
  bodies,
  answers,
  auth,
  credentials,
  looseTokens,
  trustedHeaders,
  guards,
  tokenForms,
  knownValues,
  messages,
  refusals,
  create,
  parallelCreations,
  registration,
  codes,
  verification,
  verificationFields,
  repetition,
  inputs,
  shape,
  walks,
  cursors,
  cursorContents,
  excused,
  refusedSearches,
  isolation,
  oneWebhook,
  openPaths,
  search,
  movingSearches,
  parallelSearches,
  rareAnswers,
  filters,
  combinations,
  sorting,
  furtherSorts,
  ranges,
  movedBounds,
].flat();
