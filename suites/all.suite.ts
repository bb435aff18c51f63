/**
 * The one entry file: vitest runs it in one worker, so that one pool, one rate limit and one learned model serve all
 * checks. Measured: ten times less overhead than a worker a file.
 */
import { defineChecks } from '../src/suite.ts';
import './auth/data.suite.ts';
import './auth/effect.suite.ts';
import './auth/forms.suite.ts';
import './auth/header.suite.ts';
import './auth/pages.suite.ts';
import './auth/remembered.suite.ts';
import './auth/variants.suite.ts';
import './create/lists.suite.ts';
import './create/pages.suite.ts';
import './operations/accepts.suite.ts';
import './operations/answers.suite.ts';
import './operations/bodies.suite.ts';
import './operations/choices.suite.ts';
import './operations/malformed.suite.ts';
import './operations/same-outcome.suite.ts';
import './operations/server-errors.suite.ts';
import './gaps/accounts.suite.ts';
import './gaps/creation.suite.ts';
import './gaps/items.suite.ts';
import './gaps/pages.suite.ts';
import './gaps/range-bounds.suite.ts';
import './gaps/refusals.suite.ts';
import './gaps/search.suite.ts';
import './registration/answers.suite.ts';
import './registration/names.suite.ts';
import './registration/other-users.suite.ts';
import './registration/then-verify.suite.ts';
import './registration/unknown-email.suite.ts';
import './registration/wrong-codes.suite.ts';
import './logs/back.suite.ts';
import './logs/combined.suite.ts';
import './logs/filters.suite.ts';
import './logs/isolation.suite.ts';
import './logs/parameters.suite.ts';
import './logs/ranges.suite.ts';
import './logs/sorting.suite.ts';
import './logs/truth.suite.ts';
import './logs/undisturbed.suite.ts';
import './logs/values.suite.ts';
import './logs/walks.suite.ts';

defineChecks();
