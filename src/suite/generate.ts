/** Everything that makes requests to send: valid ones, edges, wrong in one way, hostile; tokens, codes and paths. */
export { canonicalFor, hostileRequest, requestOf, sameAgain } from '../checks/requests.ts';
export { seededRandom, shuffle, similarId, wrappedId } from '../core/random.ts';
export { percentEncode } from '../core/text.ts';
export {
  describeVariant,
  isTextField,
  lessLong,
  likelyToBreak,
  mixtures,
  mostTelling,
  plainText,
  showVariant,
} from '../generators/breaking.ts';
export { type Bundle, bundled, bundles, mergedVariant } from '../generators/bundles.ts';
export {
  drawWrongCodes,
  kindsOfWrongCodes,
  madeUpCode,
  namedWrongCodes,
  type WrongCode,
  wrongCodes,
} from '../generators/codes.ts';
export { coverageOf, coveringArray } from '../generators/covering-array.ts';
export { forgedCursors } from '../generators/cursors.ts';
export { disguises } from '../generators/disguises.ts';
export { edges } from '../generators/edge.ts';
export { combinedForms, fewForms, longEmail, otherSpellings } from '../generators/email-forms.ts';
export { fewerParts } from '../generators/fewer-parts.ts';
export { type Hostile, hostile } from '../generators/hostile.ts';
export { valueAsToken } from '../generators/known-values.ts';
export {
  crowdedForms,
  fullForms,
  type MessageForm,
  messageForms,
  oldForm,
  singleForms,
} from '../generators/message-forms.ts';
export {
  type EmailChange,
  type EmailParts,
  emailChanges,
  emailParts,
  furtherEmailChanges,
} from '../generators/near-emails.ts';
export { type NotJson, notJson, truncations } from '../generators/not-json.ts';
export { type PathVariant, pathVariants } from '../generators/paths.ts';
export { type Canonical, type Variant, withShorterLists, withText } from '../generators/request.ts';
export type { BearerTry } from '../generators/tokens/bearer-try.ts';
export { malformedHeaders } from '../generators/tokens/malformed-headers.ts';
export { healthCheckers, internalClient, trustedHeaders } from '../generators/tokens/trusted-headers.ts';
export { carriedKinds, wrongTokens } from '../generators/tokens/wrong-tokens.ts';
export { variants } from '../generators/valid.ts';
export { isAllDigits, tellingWebhookIds, usualWebhookIds, wrongWebhookIds } from '../generators/webhook-ids.ts';
export { silent, type Wrong, wrong } from '../generators/wrong.ts';
export { flawOf, flawsToTry, wrongTypes } from '../generators/wrong-types.ts';
