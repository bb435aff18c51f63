import type { Fault } from '../fault.ts';
import { fault as createAbsentHeader } from './auth/create-absent-header.ts';
import { fault as createAnyBearer } from './auth/create-any-bearer.ts';
import { fault as createConnectionRemembers } from './auth/create-connection-remembers.ts';
import { fault as createDigest } from './auth/create-digest.ts';
import { fault as createDoubleSlashOpen } from './auth/create-double-slash-open.ts';
import { fault as createExpiredToken } from './auth/create-expired-token.ts';
import { fault as createJwtUnsigned } from './auth/create-jwt-unsigned.ts';
import { fault as createOpen } from './auth/create-open.ts';
import { fault as createRefusedWithData } from './auth/create-refused-with-data.ts';
import { fault as createRefusedYetDone } from './auth/create-refused-yet-done.ts';
import { fault as createRefuses403 } from './auth/create-refuses-403.ts';
import { fault as createRemembersAMoment } from './auth/create-remembers-a-moment.ts';
import { fault as createReplaysByBody } from './auth/create-replays-by-body.ts';
import { fault as createSchemeAlone } from './auth/create-scheme-alone.ts';
import { fault as createSchemeCase } from './auth/create-scheme-case.ts';
import { fault as createSuffixOpen } from './auth/create-suffix-open.ts';
import { fault as createTokenFirstCharacter } from './auth/create-token-first-character.ts';
import { fault as createTokenLong } from './auth/create-token-long.ts';
import { fault as createTokenStart } from './auth/create-token-start.ts';
import { fault as createTokenWildcard } from './auth/create-token-wildcard.ts';
import { fault as createTokenWithoutScheme } from './auth/create-token-without-scheme.ts';
import { fault as createValidatesFirst } from './auth/create-validates-first.ts';
import { fault as logsAbsentHeader } from './auth/logs-absent-header.ts';
import { fault as logsAnyBearer } from './auth/logs-any-bearer.ts';
import { fault as logsBasicChallenge } from './auth/logs-basic-challenge.ts';
import { fault as logsCommaList } from './auth/logs-comma-list.ts';
import { fault as logsConnectionRemembers } from './auth/logs-connection-remembers.ts';
import { fault as logsCursorIsAToken } from './auth/logs-cursor-is-a-token.ts';
import { fault as logsDotSegmentOpen } from './auth/logs-dot-segment-open.ts';
import { fault as logsDoubledScheme } from './auth/logs-doubled-scheme.ts';
import { fault as logsDoublyEncodedOpen } from './auth/logs-doubly-encoded-open.ts';
import { fault as logsEmptyHeader } from './auth/logs-empty-header.ts';
import { fault as logsExpiredToken } from './auth/logs-expired-token.ts';
import { fault as logsFilteredOpen } from './auth/logs-filtered-open.ts';
import { fault as logsOpen } from './auth/logs-open.ts';
import { fault as logsOtherTenant } from './auth/logs-other-tenant.ts';
import { fault as logsOtherTenantCursor } from './auth/logs-other-tenant-cursor.ts';
import { fault as logsPrevOpen } from './auth/logs-prev-open.ts';
import { fault as logsRangeOpen } from './auth/logs-range-open.ts';
import { fault as logsRedirectWithData } from './auth/logs-redirect-with-data.ts';
import { fault as logsRefusedWithData } from './auth/logs-refused-with-data.ts';
import { fault as logsSchemeCase } from './auth/logs-scheme-case.ts';
import { fault as logsSharedCache } from './auth/logs-shared-cache.ts';
import { fault as logsTokenAnyScheme } from './auth/logs-token-any-scheme.ts';
import { fault as logsTokenContains } from './auth/logs-token-contains.ts';
import { fault as logsTokenExtended } from './auth/logs-token-extended.ts';
import { fault as logsTokenFirstCharacters } from './auth/logs-token-first-characters.ts';
import { fault as logsTokenHex } from './auth/logs-token-hex.ts';
import { fault as logsTokenInOtherHeader } from './auth/logs-token-in-other-header.ts';
import { fault as logsTokenLastCharacter } from './auth/logs-token-last-character.ts';
import { fault as logsTokenLength } from './auth/logs-token-length.ts';
import { fault as logsTrailingSlashOpen } from './auth/logs-trailing-slash-open.ts';
import { fault as logsValidatesFirst } from './auth/logs-validates-first.ts';
import { fault as registerAbsentHeader } from './auth/register-absent-header.ts';
import { fault as registerAnyBasic } from './auth/register-any-basic.ts';
import { fault as registerAnyBearer } from './auth/register-any-bearer.ts';
import { fault as registerCaseOpen } from './auth/register-case-open.ts';
import { fault as registerConnectionRemembers } from './auth/register-connection-remembers.ts';
import { fault as registerExpiredToken } from './auth/register-expired-token.ts';
import { fault as registerJwtAny } from './auth/register-jwt-any.ts';
import { fault as registerOpen } from './auth/register-open.ts';
import { fault as registerRefusedTakesEmail } from './auth/register-refused-takes-email.ts';
import { fault as registerRefusedWithLogs } from './auth/register-refused-with-logs.ts';
import { fault as registerRefusedYetDone } from './auth/register-refused-yet-done.ts';
import { fault as registerRefuses302 } from './auth/register-refuses-302.ts';
import { fault as registerSchemeCase } from './auth/register-scheme-case.ts';
import { fault as registerTokenCase } from './auth/register-token-case.ts';
import { fault as registerTokenDigits } from './auth/register-token-digits.ts';
import { fault as registerTokenExtendedInFront } from './auth/register-token-extended-in-front.ts';
import { fault as registerTokenInQuery } from './auth/register-token-in-query.ts';
import { fault as registerTokenPermuted } from './auth/register-token-permuted.ts';
import { fault as registerTrailingSlashOpen } from './auth/register-trailing-slash-open.ts';
import { fault as registerValidatesFirst } from './auth/register-validates-first.ts';
import { fault as verifyAbsentHeader } from './auth/verify-absent-header.ts';
import { fault as verifyAnyBearer } from './auth/verify-any-bearer.ts';
import { fault as verifyConnectionRemembers } from './auth/verify-connection-remembers.ts';
import { fault as verifyEncodedOpen } from './auth/verify-encoded-open.ts';
import { fault as verifyExpiredToken } from './auth/verify-expired-token.ts';
import { fault as verifyNoChallenge } from './auth/verify-no-challenge.ts';
import { fault as verifyOpen } from './auth/verify-open.ts';
import { fault as verifyParallelIdentity } from './auth/verify-parallel-identity.ts';
import { fault as verifyPathParameterOpen } from './auth/verify-path-parameter-open.ts';
import { fault as verifyRefusedSpendsCode } from './auth/verify-refused-spends-code.ts';
import { fault as verifyRefusedWithLogs } from './auth/verify-refused-with-logs.ts';
import { fault as verifyRefusedYetDone } from './auth/verify-refused-yet-done.ts';
import { fault as verifySchemeCase } from './auth/verify-scheme-case.ts';
import { fault as verifyTokenEnd } from './auth/verify-token-end.ts';
import { fault as verifyTokenInCookie } from './auth/verify-token-in-cookie.ts';
import { fault as verifyTokenMiddle } from './auth/verify-token-middle.ts';
import { fault as verifyTokenNull } from './auth/verify-token-null.ts';
import { fault as verifyTokenUuid } from './auth/verify-token-uuid.ts';
import { fault as verifyUnknownScheme } from './auth/verify-unknown-scheme.ts';
import { fault as verifyValidatesFirst } from './auth/verify-validates-first.ts';
import { fault as create500BrokenJson } from './bodies/create-500-broken-json.ts';
import { fault as createBom } from './bodies/create-bom.ts';
import { fault as createCutJson } from './bodies/create-cut-json.ts';
import { fault as createEveryTenth } from './bodies/create-every-tenth.ts';
import { fault as createExactContentType } from './bodies/create-exact-content-type.ts';
import { fault as createFullPageType } from './bodies/create-full-page-type.ts';
import { fault as createHtmlErrors } from './bodies/create-html-errors.ts';
import { fault as createIgnoresBrokenJson } from './bodies/create-ignores-broken-json.ts';
import { fault as createNeedsTitle } from './bodies/create-needs-title.ts';
import { fault as createParallelRefused } from './bodies/create-parallel-refused.ts';
import { fault as createPut } from './bodies/create-put.ts';
import { fault as createRefusesSmallLimit } from './bodies/create-refuses-small-limit.ts';
import { fault as createStatus200 } from './bodies/create-status-200.ts';
import { fault as createTextPlain } from './bodies/create-text-plain.ts';
import { fault as createTwoTexts } from './bodies/create-two-texts.ts';
import { fault as logs500BadPercent } from './bodies/logs-500-bad-percent.ts';
import { fault as logsByPost } from './bodies/logs-by-post.ts';
import { fault as logsEchoesToken } from './bodies/logs-echoes-token.ts';
import { fault as logsEmptyPageType } from './bodies/logs-empty-page-type.ts';
import { fault as logsEveryNinth } from './bodies/logs-every-ninth.ts';
import { fault as logsHijackPrefix } from './bodies/logs-hijack-prefix.ts';
import { fault as logsJsonLikeType } from './bodies/logs-json-like-type.ts';
import { fault as logsLastPageBom } from './bodies/logs-last-page-bom.ts';
import { fault as logsLastPageType } from './bodies/logs-last-page-type.ts';
import { fault as logsLatin1 } from './bodies/logs-latin1.ts';
import { fault as logsNan } from './bodies/logs-nan.ts';
import { fault as logsNeedsContentType } from './bodies/logs-needs-content-type.ts';
import { fault as logsNoAllow } from './bodies/logs-no-allow.ts';
import { fault as logsPostSearches } from './bodies/logs-post-searches.ts';
import { fault as logsStatus206 } from './bodies/logs-status-206.ts';
import { fault as logsTenthOnConnection } from './bodies/logs-tenth-on-connection.ts';
import { fault as logsUnescapedNewline } from './bodies/logs-unescaped-newline.ts';
import { fault as register500OtherType } from './bodies/register-500-other-type.ts';
import { fault as registerAnyMethod } from './bodies/register-any-method.ts';
import { fault as registerEchoesPassword } from './bodies/register-echoes-password.ts';
import { fault as registerEmptyBody } from './bodies/register-empty-body.ts';
import { fault as registerEverySeventh } from './bodies/register-every-seventh.ts';
import { fault as registerExactContentType } from './bodies/register-exact-content-type.ts';
import { fault as registerIgnoresBrokenJson } from './bodies/register-ignores-broken-json.ts';
import { fault as registerNeedsPhone } from './bodies/register-needs-phone.ts';
import { fault as registerNoContentType } from './bodies/register-no-content-type.ts';
import { fault as registerParallelRefused } from './bodies/register-parallel-refused.ts';
import { fault as registerRedirects } from './bodies/register-redirects.ts';
import { fault as registerStatusVaries } from './bodies/register-status-varies.ts';
import { fault as registerUnicodeLatin1 } from './bodies/register-unicode-latin1.ts';
import { fault as verify500DeepNesting } from './bodies/verify-500-deep-nesting.ts';
import { fault as verify500NullBody } from './bodies/verify-500-null-body.ts';
import { fault as verifyBareWord } from './bodies/verify-bare-word.ts';
import { fault as verifyElsewhere } from './bodies/verify-elsewhere.ts';
import { fault as verifyEverySeventh } from './bodies/verify-every-seventh.ts';
import { fault as verifyExactContentType } from './bodies/verify-exact-content-type.ts';
import { fault as verifyIgnoresBrokenJson } from './bodies/verify-ignores-broken-json.ts';
import { fault as verifyMethod404 } from './bodies/verify-method-404.ts';
import { fault as verifyParallelRefused } from './bodies/verify-parallel-refused.ts';
import { fault as verifyPlainErrors } from './bodies/verify-plain-errors.ts';
import { fault as verifyStatus202 } from './bodies/verify-status-202.ts';
import { fault as verifyTextHtml } from './bodies/verify-text-html.ts';
import { fault as verifyTrailingText } from './bodies/verify-trailing-text.ts';
import { fault as verifyWantsAString } from './bodies/verify-wants-a-string.ts';
import { fault as create500EmptyList } from './create/create-500-empty-list.ts';
import { fault as create500LargeLimit } from './create/create-500-large-limit.ts';
import { fault as create500NegativeLimit } from './create/create-500-negative-limit.ts';
import { fault as create500Quote } from './create/create-500-quote.ts';
import { fault as create500RepeatedIds } from './create/create-500-repeated-ids.ts';
import { fault as create500ZeroLimit } from './create/create-500-zero-limit.ts';
import { fault as createCoercesLimit } from './create/create-coerces-limit.ts';
import { fault as createDataNull } from './create/create-data-null.ts';
import { fault as createDataObjects } from './create/create-data-objects.ts';
import { fault as createFullPageNoCursor } from './create/create-full-page-no-cursor.ts';
import { fault as createHangsOnMany } from './create/create-hangs-on-many.ts';
import { fault as createItemsField } from './create/create-items-field.ts';
import { fault as createLimitAtLeastThree } from './create/create-limit-at-least-three.ts';
import { fault as createLimitIgnored } from './create/create-limit-ignored.ts';
import { fault as createLimitOneMore } from './create/create-limit-one-more.ts';
import { fault as createLimitOneNumbers } from './create/create-limit-one-numbers.ts';
import { fault as createNeedsLimit } from './create/create-needs-limit.ts';
import { fault as createNextNumber } from './create/create-next-number.ts';
import { fault as createNullCursor } from './create/create-null-cursor.ts';
import { fault as createRefusesOne } from './create/create-refuses-one.ts';
import { fault as createRefusesSeveral } from './create/create-refuses-several.ts';
import { fault as createSingleBare } from './create/create-single-bare.ts';
import { fault as createTotalIsLimit } from './create/create-total-is-limit.ts';
import { fault as createTotalNegativeRest } from './create/create-total-negative-rest.ts';
import { fault as createTotalOneLess } from './create/create-total-one-less.ts';
import { fault as createTotalProfiles } from './create/create-total-profiles.ts';
import { fault as createTotalString } from './create/create-total-string.ts';
import { fault as createTotalZero } from './create/create-total-zero.ts';
import { fault as createWrapsScalars } from './create/create-wraps-scalars.ts';
import { fault as createWrongLength } from './create/create-wrong-length.ts';
import { fault as logsCursorBringsWebhook } from './isolation/logs-cursor-brings-webhook.ts';
import { fault as logsCursorMixesWebhooks } from './isolation/logs-cursor-mixes-webhooks.ts';
import { fault as logsWebhookAny } from './isolation/logs-webhook-any.ts';
import { fault as logsWebhookCase } from './isolation/logs-webhook-case.ts';
import { fault as logsWebhookEmptySegment } from './isolation/logs-webhook-empty-segment.ts';
import { fault as logsWebhookEnd } from './isolation/logs-webhook-end.ts';
import { fault as logsWebhookExtended } from './isolation/logs-webhook-extended.ts';
import { fault as logsWebhookGlob } from './isolation/logs-webhook-glob.ts';
import { fault as logsWebhookIgnored } from './isolation/logs-webhook-ignored.ts';
import { fault as logsWebhookLike } from './isolation/logs-webhook-like.ts';
import { fault as logsWebhookNotDecoded } from './isolation/logs-webhook-not-decoded.ts';
import { fault as logsWebhookParameter } from './isolation/logs-webhook-parameter.ts';
import { fault as logsWebhookRegex } from './isolation/logs-webhook-regex.ts';
import { fault as logsWebhookSql } from './isolation/logs-webhook-sql.ts';
import { fault as logsWebhookStart } from './isolation/logs-webhook-start.ts';
import { fault as logsWebhookTrimmed } from './isolation/logs-webhook-trimmed.ts';
import { fault as logsWebhooksMixed } from './isolation/logs-webhooks-mixed.ts';
import { fault as logsAscendingLastLost } from './paging/logs-ascending-last-lost.ts';
import { fault as logsBackwardBag } from './paging/logs-backward-bag.ts';
import { fault as logsBadCursor500 } from './paging/logs-bad-cursor-500.ts';
import { fault as logsBadCursorEmptyPage } from './paging/logs-bad-cursor-empty-page.ts';
import { fault as logsBadCursorFirstPage } from './paging/logs-bad-cursor-first-page.ts';
import { fault as logsCursorNotSigned } from './paging/logs-cursor-not-signed.ts';
import { fault as logsDirectionLost } from './paging/logs-direction-lost.ts';
import { fault as logsEmptyPagesForEver } from './paging/logs-empty-pages-for-ever.ts';
import { fault as logsFilterAfterPaging } from './paging/logs-filter-after-paging.ts';
import { fault as logsFilteredWalkStops } from './paging/logs-filtered-walk-stops.ts';
import { fault as logsFromLostOnNext } from './paging/logs-from-lost-on-next.ts';
import { fault as logsFullLastPageLost } from './paging/logs-full-last-page-lost.ts';
import { fault as logsGapAtBorders } from './paging/logs-gap-at-borders.ts';
import { fault as logsGapAtOneBorder } from './paging/logs-gap-at-one-border.ts';
import { fault as logsJoinRepeats } from './paging/logs-join-repeats.ts';
import { fault as logsLastItemLost } from './paging/logs-last-item-lost.ts';
import { fault as logsLastPageLost } from './paging/logs-last-page-lost.ts';
import { fault as logsLastPageRepeats } from './paging/logs-last-page-repeats.ts';
import { fault as logsNextAfterPrev } from './paging/logs-next-after-prev.ts';
import { fault as logsNextGoesBack } from './paging/logs-next-goes-back.ts';
import { fault as logsNextIgnored } from './paging/logs-next-ignored.ts';
import { fault as logsNextSamePage } from './paging/logs-next-same-page.ts';
import { fault as logsNextSkipsPage } from './paging/logs-next-skips-page.ts';
import { fault as logsNoPrevAfterPrev } from './paging/logs-no-prev-after-prev.ts';
import { fault as logsOverlap } from './paging/logs-overlap.ts';
import { fault as logsOverlapReplaces } from './paging/logs-overlap-replaces.ts';
import { fault as logsPageTwoLoops } from './paging/logs-page-two-loops.ts';
import { fault as logsPrevEmpty } from './paging/logs-prev-empty.ts';
import { fault as logsPrevFirstPage } from './paging/logs-prev-first-page.ts';
import { fault as logsPrevGoesForward } from './paging/logs-prev-goes-forward.ts';
import { fault as logsPrevIncludesBorder } from './paging/logs-prev-includes-border.ts';
import { fault as logsPrevMissing } from './paging/logs-prev-missing.ts';
import { fault as logsPrevMissingLast } from './paging/logs-prev-missing-last.ts';
import { fault as logsPrevOneEarly } from './paging/logs-prev-one-early.ts';
import { fault as logsPrevReversed } from './paging/logs-prev-reversed.ts';
import { fault as logsPrevSamePage } from './paging/logs-prev-same-page.ts';
import { fault as logsPrevWrongAscending } from './paging/logs-prev-wrong-ascending.ts';
import { fault as logsPrevWrongFiltered } from './paging/logs-prev-wrong-filtered.ts';
import { fault as logsPrevWrongFromThree } from './paging/logs-prev-wrong-from-three.ts';
import { fault as logsPrevWrongLast } from './paging/logs-prev-wrong-last.ts';
import { fault as logsRangeLostOnNext } from './paging/logs-range-lost-on-next.ts';
import { fault as logsRangeLostOnPrev } from './paging/logs-range-lost-on-prev.ts';
import { fault as logsSingleItemLost } from './paging/logs-single-item-lost.ts';
import { fault as logsSortLost } from './paging/logs-sort-lost.ts';
import { fault as logsStaleReplica } from './paging/logs-stale-replica.ts';
import { fault as logsStatusLostOnNext } from './paging/logs-status-lost-on-next.ts';
import { fault as logsStatusLostOnPrev } from './paging/logs-status-lost-on-prev.ts';
import { fault as logsStopsAtHundred } from './paging/logs-stops-at-hundred.ts';
import { fault as logsTiesDropped } from './paging/logs-ties-dropped.ts';
import { fault as logsTiesRepeated } from './paging/logs-ties-repeated.ts';
import { fault as logsTotalCapped } from './paging/logs-total-capped.ts';
import { fault as logsTotalFirstPageOnly } from './paging/logs-total-first-page-only.ts';
import { fault as logsTotalLastPage } from './paging/logs-total-last-page.ts';
import { fault as logsTotalOfPage } from './paging/logs-total-of-page.ts';
import { fault as logsTotalOneLess } from './paging/logs-total-one-less.ts';
import { fault as logsTotalOneMore } from './paging/logs-total-one-more.ts';
import { fault as logsTotalRemaining } from './paging/logs-total-remaining.ts';
import { fault as logsTotalSoFar } from './paging/logs-total-so-far.ts';
import { fault as logsTotalUnfiltered } from './paging/logs-total-unfiltered.ts';
import { fault as logsTotalUnfilteredLater } from './paging/logs-total-unfiltered-later.ts';
import { fault as logsTotalWithoutRange } from './paging/logs-total-without-range.ts';
import { fault as logsUnstableTies } from './paging/logs-unstable-ties.ts';
import { fault as logsWalkLoops } from './paging/logs-walk-loops.ts';
import { fault as logsFromIgnored } from './range/logs-from-ignored.ts';
import { fault as logsFromReadsMonthFirst } from './range/logs-from-reads-month-first.ts';
import { fault as logsRangeEmptyMeansAll } from './range/logs-range-empty-means-all.ts';
import { fault as logsRangeFromWins } from './range/logs-range-from-wins.ts';
import { fault as logsRangeFutureClamped } from './range/logs-range-future-clamped.ts';
import { fault as logsRangeHours } from './range/logs-range-hours.ts';
import { fault as logsRangeIgnored } from './range/logs-range-ignored.ts';
import { fault as logsRangeInnerDays } from './range/logs-range-inner-days.ts';
import { fault as logsRangeLosesOne } from './range/logs-range-loses-one.ts';
import { fault as logsRangeOnlyBoth } from './range/logs-range-only-both.ts';
import { fault as logsRangeOr } from './range/logs-range-or.ts';
import { fault as logsRangeSwapped } from './range/logs-range-swapped.ts';
import { fault as logsRangeTimeOfDay } from './range/logs-range-time-of-day.ts';
import { fault as logsRangeTimeZone } from './range/logs-range-time-zone.ts';
import { fault as logsRangeToWins } from './range/logs-range-to-wins.ts';
import { fault as logsRangeWholeDays } from './range/logs-range-whole-days.ts';
import { fault as logsToEndOfDay } from './range/logs-to-end-of-day.ts';
import { fault as logsToIgnored } from './range/logs-to-ignored.ts';
import { fault as logsToLostLater } from './range/logs-to-lost-later.ts';
import { fault as register500Astral } from './registration/register-500-astral.ts';
import { fault as register500Format } from './registration/register-500-format.ts';
import { fault as register500LongName } from './registration/register-500-long-name.ts';
import { fault as register500Quote } from './registration/register-500-quote.ts';
import { fault as register500Taken } from './registration/register-500-taken.ts';
import { fault as registerAsciiNames } from './registration/register-ascii-names.ts';
import { fault as registerCoercesNames } from './registration/register-coerces-names.ts';
import { fault as registerCutOnLongPassword } from './registration/register-cut-on-long-password.ts';
import { fault as registerDigitsEmailLost } from './registration/register-digits-email-lost.ts';
import { fault as registerHangsOnNul } from './registration/register-hangs-on-nul.ts';
import { fault as registerLastNameOptional } from './registration/register-last-name-optional.ts';
import { fault as registerLowercasesEmail } from './registration/register-lowercases-email.ts';
import { fault as registerNoApostrophe } from './registration/register-no-apostrophe.ts';
import { fault as registerNoHyphen } from './registration/register-no-hyphen.ts';
import { fault as registerNotPersisted } from './registration/register-not-persisted.ts';
import { fault as registerParallelCodesMixed } from './registration/register-parallel-codes-mixed.ts';
import { fault as registerParallelLost } from './registration/register-parallel-lost.ts';
import { fault as registerPlusBecomesBlank } from './registration/register-plus-becomes-blank.ts';
import { fault as registerReturnsId } from './registration/register-returns-id.ts';
import { fault as registerReturnsList } from './registration/register-returns-list.ts';
import { fault as registerSameNameReplaces } from './registration/register-same-name-replaces.ts';
import { fault as registerStatusText } from './registration/register-status-text.ts';
import { fault as registerStripsDots } from './registration/register-strips-dots.ts';
import { fault as registerTwoLetters } from './registration/register-two-letters.ts';
import { fault as registerUnicodeEmailLost } from './registration/register-unicode-email-lost.ts';
import { fault as registerUnicodeWarning } from './registration/register-unicode-warning.ts';
import { fault as verify500BigCode } from './registration/verify-500-big-code.ts';
import { fault as verify500NegativeCode } from './registration/verify-500-negative-code.ts';
import { fault as verify500SecondTime } from './registration/verify-500-second-time.ts';
import { fault as verify500UnknownEmail } from './registration/verify-500-unknown-email.ts';
import { fault as verify500WrongCode } from './registration/verify-500-wrong-code.ts';
import { fault as verifyAnyCode } from './registration/verify-any-code.ts';
import { fault as verifyBurnsOthersCode } from './registration/verify-burns-others-code.ts';
import { fault as verifyCode8Bits } from './registration/verify-code-8-bits.ts';
import { fault as verifyCode16Bits } from './registration/verify-code-16-bits.ts';
import { fault as verifyCode32Bits } from './registration/verify-code-32-bits.ts';
import { fault as verifyCodeAlone } from './registration/verify-code-alone.ts';
import { fault as verifyCodeDigits } from './registration/verify-code-digits.ts';
import { fault as verifyCodeExtended } from './registration/verify-code-extended.ts';
import { fault as verifyCodeLastDigits } from './registration/verify-code-last-digits.ts';
import { fault as verifyCodeNear } from './registration/verify-code-near.ts';
import { fault as verifyCodeNegative } from './registration/verify-code-negative.ts';
import { fault as verifyCodeStart } from './registration/verify-code-start.ts';
import { fault as verifyCodeZero } from './registration/verify-code-zero.ts';
import { fault as verifyCoercesCode } from './registration/verify-coerces-code.ts';
import { fault as verifyCutsFraction } from './registration/verify-cuts-fraction.ts';
import { fault as verifyDevelopmentCode } from './registration/verify-development-code.ts';
import { fault as verifyEmailExtended } from './registration/verify-email-extended.ts';
import { fault as verifyEmailGlob } from './registration/verify-email-glob.ts';
import { fault as verifyEmailLength } from './registration/verify-email-length.ts';
import { fault as verifyEmailLike } from './registration/verify-email-like.ts';
import { fault as verifyEmailLocalPart } from './registration/verify-email-local-part.ts';
import { fault as verifyEmailRegex } from './registration/verify-email-regex.ts';
import { fault as verifyEmailSql } from './registration/verify-email-sql.ts';
import { fault as verifyEmailStart } from './registration/verify-email-start.ts';
import { fault as verifyEmptyCode } from './registration/verify-empty-code.ts';
import { fault as verifyEmptyEmail } from './registration/verify-empty-email.ts';
import { fault as verifyErrorInside } from './registration/verify-error-inside.ts';
import { fault as verifyInOrderOnly } from './registration/verify-in-order-only.ts';
import { fault as verifyLastCode } from './registration/verify-last-code.ts';
import { fault as verifyLastRegisteredOnly } from './registration/verify-last-registered-only.ts';
import { fault as verifyLeadingZeros } from './registration/verify-leading-zeros.ts';
import { fault as verifyMasterCode } from './registration/verify-master-code.ts';
import { fault as verifyNoLockout } from './registration/verify-no-lockout.ts';
import { fault as verifyNullCode } from './registration/verify-null-code.ts';
import { fault as verifyReturnsNull } from './registration/verify-returns-null.ts';
import { fault as verifyReturnsToken } from './registration/verify-returns-token.ts';
import { fault as verifySameDomainCode } from './registration/verify-same-domain-code.ts';
import { fault as verifySecondTry } from './registration/verify-second-try.ts';
import { fault as verifySpentCodes } from './registration/verify-spent-codes.ts';
import { fault as verifyUnknownEmail } from './registration/verify-unknown-email.ts';
import { fault as verifyWithoutCode } from './registration/verify-without-code.ts';
import { fault as verifyWithoutEmail } from './registration/verify-without-email.ts';
import { fault as logs500AllParameters } from './search/logs-500-all-parameters.ts';
import { fault as logs500OddTime } from './search/logs-500-odd-time.ts';
import { fault as logs500Prev } from './search/logs-500-prev.ts';
import { fault as logs500QuoteId } from './search/logs-500-quote-id.ts';
import { fault as logs500ReversedRange } from './search/logs-500-reversed-range.ts';
import { fault as logs500StatusAndSort } from './search/logs-500-status-and-sort.ts';
import { fault as logs500UnicodeSort } from './search/logs-500-unicode-sort.ts';
import { fault as logs500UnknownSort } from './search/logs-500-unknown-sort.ts';
import { fault as logs500UnknownWebhook } from './search/logs-500-unknown-webhook.ts';
import { fault as logs503PageThree } from './search/logs-503-page-three.ts';
import { fault as logsAnswersCrossed } from './search/logs-answers-crossed.ts';
import { fault as logsAscendingDropsNoted } from './search/logs-ascending-drops-noted.ts';
import { fault as logsBadDirectionDefault } from './search/logs-bad-direction-default.ts';
import { fault as logsBadStatusUnfiltered } from './search/logs-bad-status-unfiltered.ts';
import { fault as logsCutLastPage } from './search/logs-cut-last-page.ts';
import { fault as logsDescendingTurned } from './search/logs-descending-turned.ts';
import { fault as logsDirectionIgnored } from './search/logs-direction-ignored.ts';
import { fault as logsDirectionIgnoredSorted } from './search/logs-direction-ignored-sorted.ts';
import { fault as logsDirectionNeedsSort } from './search/logs-direction-needs-sort.ts';
import { fault as logsDirectionSwapped } from './search/logs-direction-swapped.ts';
import { fault as logsFailedIgnored } from './search/logs-failed-ignored.ts';
import { fault as logsFilteredWalkRetries } from './search/logs-filtered-walk-retries.ts';
import { fault as logsFromIgnoredAscending } from './search/logs-from-ignored-ascending.ts';
import { fault as logsFromNeedsTo } from './search/logs-from-needs-to.ts';
import { fault as logsHangsEmptyLog } from './search/logs-hangs-empty-log.ts';
import { fault as logsNeedsStatus } from './search/logs-needs-status.ts';
import { fault as logsNoStatusWithRange } from './search/logs-no-status-with-range.ts';
import { fault as logsParallelQuery } from './search/logs-parallel-query.ts';
import { fault as logsParallelWebhook } from './search/logs-parallel-webhook.ts';
import { fault as logsPlaceShared } from './search/logs-place-shared.ts';
import { fault as logsRangeIgnoredWithStatus } from './search/logs-range-ignored-with-status.ts';
import { fault as logsReadRemoves } from './search/logs-read-removes.ts';
import { fault as logsRefusesAsc } from './search/logs-refuses-asc.ts';
import { fault as logsRefusesFailed } from './search/logs-refuses-failed.ts';
import { fault as logsRefusesLowerCase } from './search/logs-refuses-lower-case.ts';
import { fault as logsRefusesSucceededDesc } from './search/logs-refuses-succeeded-desc.ts';
import { fault as logsSearchIsLogged } from './search/logs-search-is-logged.ts';
import { fault as logsSortByDay } from './search/logs-sort-by-day.ts';
import { fault as logsSortDropsOne } from './search/logs-sort-drops-one.ts';
import { fault as logsSortFirstPageOnly } from './search/logs-sort-first-page-only.ts';
import { fault as logsSortNeedsDirection } from './search/logs-sort-needs-direction.ts';
import { fault as logsSortNewestHundred } from './search/logs-sort-newest-hundred.ts';
import { fault as logsSortPairsExchanged } from './search/logs-sort-pairs-exchanged.ts';
import { fault as logsSortPerPage } from './search/logs-sort-per-page.ts';
import { fault as logsSortRepeats } from './search/logs-sort-repeats.ts';
import { fault as logsSortTimeOfDay } from './search/logs-sort-time-of-day.ts';
import { fault as logsStatusAlwaysFailed } from './search/logs-status-always-failed.ts';
import { fault as logsStatusFindsNothing } from './search/logs-status-finds-nothing.ts';
import { fault as logsStatusIgnored } from './search/logs-status-ignored.ts';
import { fault as logsStatusIgnoredAscending } from './search/logs-status-ignored-ascending.ts';
import { fault as logsStatusIgnoredWithRange } from './search/logs-status-ignored-with-range.ts';
import { fault as logsStatusIgnoredWithSort } from './search/logs-status-ignored-with-sort.ts';
import { fault as logsStatusNewestOnly } from './search/logs-status-newest-only.ts';
import { fault as logsStatusSwapped } from './search/logs-status-swapped.ts';
import { fault as logsStatusTiesDropped } from './search/logs-status-ties-dropped.ts';
import { fault as logsStatusTwoExchanged } from './search/logs-status-two-exchanged.ts';
import { fault as logsThirdStatus } from './search/logs-third-status.ts';
import { fault as logsWrongLength } from './search/logs-wrong-length.ts';
import { fault as logsCursorListEmpty } from './shape/logs-cursor-list-empty.ts';
import { fault as logsCursorNullLast } from './shape/logs-cursor-null-last.ts';
import { fault as logsDataMissingEmpty } from './shape/logs-data-missing-empty.ts';
import { fault as logsDataNullEmpty } from './shape/logs-data-null-empty.ts';
import { fault as logsDataObjects } from './shape/logs-data-objects.ts';
import { fault as logsEnvelope } from './shape/logs-envelope.ts';
import { fault as logsErrorInside } from './shape/logs-error-inside.ts';
import { fault as logsFullPageNoCursor } from './shape/logs-full-page-no-cursor.ts';
import { fault as logsItemsNumberFailed } from './shape/logs-items-number-failed.ts';
import { fault as logsLastPagePadded } from './shape/logs-last-page-padded.ts';
import { fault as logsNextFalse } from './shape/logs-next-false.ts';
import { fault as logsNextNumber } from './shape/logs-next-number.ts';
import { fault as logsNullCursor } from './shape/logs-null-cursor.ts';
import { fault as logsPrevObjectLate } from './shape/logs-prev-object-late.ts';
import { fault as logsSingleItemBare } from './shape/logs-single-item-bare.ts';
import { fault as logsTotalFraction } from './shape/logs-total-fraction.ts';
import { fault as logsTotalMissingLast } from './shape/logs-total-missing-last.ts';
import { fault as logsTotalNegativeEmpty } from './shape/logs-total-negative-empty.ts';
import { fault as logsTotalNullEmpty } from './shape/logs-total-null-empty.ts';
import { fault as logsTotalString } from './shape/logs-total-string.ts';
import { fault as logsTotalStringFiltered } from './shape/logs-total-string-filtered.ts';

/** Every fault, by area and operation. */
export const faults: readonly Fault[] = [
  createOpen,
  createAbsentHeader,
  registerOpen,
  registerAbsentHeader,
  verifyOpen,
  verifyAbsentHeader,
  logsOpen,
  logsAbsentHeader,
  createSchemeAlone,
  createDigest,
  registerAnyBasic,
  verifyUnknownScheme,
  logsEmptyHeader,
  logsDoubledScheme,
  logsCommaList,
  createAnyBearer,
  registerAnyBearer,
  verifyAnyBearer,
  logsAnyBearer,
  createTokenStart,
  logsTokenExtended,
  verifyTokenEnd,
  registerTokenExtendedInFront,
  registerTokenCase,
  logsTokenLength,
  createJwtUnsigned,
  registerJwtAny,
  verifyTokenNull,
  verifyTokenUuid,
  logsTokenFirstCharacters,
  logsTokenLastCharacter,
  createTokenFirstCharacter,
  verifyTokenMiddle,
  registerTokenDigits,
  createTokenWildcard,
  createTokenLong,
  logsTokenContains,
  registerTokenPermuted,
  logsTokenHex,
  createConnectionRemembers,
  registerConnectionRemembers,
  verifyConnectionRemembers,
  logsConnectionRemembers,
  logsSharedCache,
  createRemembersAMoment,
  verifyParallelIdentity,
  createReplaysByBody,
  createTokenWithoutScheme,
  registerTokenInQuery,
  verifyTokenInCookie,
  logsTokenInOtherHeader,
  logsTokenAnyScheme,
  createRefusedYetDone,
  registerRefusedYetDone,
  verifyRefusedYetDone,
  registerRefusedTakesEmail,
  verifyRefusedSpendsCode,
  logsRefusedWithData,
  logsRedirectWithData,
  createRefusedWithData,
  logsCursorIsAToken,
  logsPrevOpen,
  logsFilteredOpen,
  logsRangeOpen,
  logsTrailingSlashOpen,
  createDoubleSlashOpen,
  registerCaseOpen,
  verifyEncodedOpen,
  logsDotSegmentOpen,
  createSuffixOpen,
  verifyPathParameterOpen,
  registerTrailingSlashOpen,
  logsDoublyEncodedOpen,
  createExpiredToken,
  registerExpiredToken,
  verifyExpiredToken,
  logsExpiredToken,
  createRefuses403,
  registerRefuses302,
  verifyNoChallenge,
  logsBasicChallenge,
  createSchemeCase,
  registerSchemeCase,
  verifySchemeCase,
  logsSchemeCase,
  createValidatesFirst,
  registerValidatesFirst,
  verifyValidatesFirst,
  logsValidatesFirst,
  logsOtherTenant,
  logsOtherTenantCursor,
  createNeedsTitle,
  createRefusesSmallLimit,
  registerNeedsPhone,
  registerRedirects,
  verifyWantsAString,
  verifyElsewhere,
  logsNeedsContentType,
  logsByPost,
  createTextPlain,
  registerNoContentType,
  verifyTextHtml,
  logsEmptyPageType,
  logsLastPageType,
  logsJsonLikeType,
  createFullPageType,
  createBom,
  createTwoTexts,
  registerEmptyBody,
  registerUnicodeLatin1,
  verifyTrailingText,
  verifyBareWord,
  logsLatin1,
  logsHijackPrefix,
  logsLastPageBom,
  logsNan,
  logsUnescapedNewline,
  createDataObjects,
  createDataNull,
  createSingleBare,
  createTotalString,
  createFullPageNoCursor,
  createNextNumber,
  createItemsField,
  createLimitOneNumbers,
  logsDataObjects,
  logsEnvelope,
  logsTotalString,
  logsTotalStringFiltered,
  logsTotalMissingLast,
  logsTotalNullEmpty,
  logsTotalNegativeEmpty,
  logsTotalFraction,
  logsDataNullEmpty,
  logsDataMissingEmpty,
  logsSingleItemBare,
  logsNextNumber,
  logsNextFalse,
  logsCursorNullLast,
  logsCursorListEmpty,
  logsFullPageNoCursor,
  logsLastPagePadded,
  logsPrevObjectLate,
  logsItemsNumberFailed,
  createNullCursor,
  logsNullCursor,
  registerReturnsId,
  registerReturnsList,
  registerUnicodeWarning,
  verifyReturnsToken,
  verifyReturnsNull,
  verifyErrorInside,
  registerStatusText,
  create500LargeLimit,
  create500NegativeLimit,
  create500ZeroLimit,
  create500EmptyList,
  create500RepeatedIds,
  createHangsOnMany,
  create500Quote,
  createWrongLength,
  register500Quote,
  register500Taken,
  register500Astral,
  register500LongName,
  registerHangsOnNul,
  registerCutOnLongPassword,
  register500Format,
  verify500WrongCode,
  verify500UnknownEmail,
  verify500BigCode,
  verify500NegativeCode,
  verify500SecondTime,
  logs500AllParameters,
  logs500ReversedRange,
  logs500StatusAndSort,
  logs500QuoteId,
  logs500UnknownWebhook,
  logs500Prev,
  logs500UnicodeSort,
  logs500UnknownSort,
  logs500OddTime,
  logsHangsEmptyLog,
  logsCutLastPage,
  logsWrongLength,
  logs503PageThree,
  createEveryTenth,
  createParallelRefused,
  registerEverySeventh,
  registerParallelRefused,
  verifyEverySeventh,
  verifyParallelRefused,
  logsEveryNinth,
  logsTenthOnConnection,
  createIgnoresBrokenJson,
  createExactContentType,
  registerIgnoresBrokenJson,
  registerExactContentType,
  verifyIgnoresBrokenJson,
  verifyExactContentType,
  createCutJson,
  createCoercesLimit,
  createWrapsScalars,
  registerCoercesNames,
  verifyCoercesCode,
  verifyCutsFraction,
  create500BrokenJson,
  register500OtherType,
  verify500NullBody,
  logs500BadPercent,
  verify500DeepNesting,
  createHtmlErrors,
  registerEchoesPassword,
  verifyPlainErrors,
  logsEchoesToken,
  createPut,
  registerAnyMethod,
  verifyMethod404,
  logsPostSearches,
  logsNoAllow,
  registerRefusedWithLogs,
  verifyRefusedWithLogs,
  createStatus200,
  registerStatusVaries,
  verifyStatus202,
  logsStatus206,
  createNeedsLimit,
  registerLastNameOptional,
  logsErrorInside,
  registerNotPersisted,
  registerParallelCodesMixed,
  verifyLeadingZeros,
  registerLowercasesEmail,
  registerPlusBecomesBlank,
  registerStripsDots,
  registerUnicodeEmailLost,
  registerDigitsEmailLost,
  registerSameNameReplaces,
  verifyLastCode,
  verifyLastRegisteredOnly,
  registerParallelLost,
  verifyInOrderOnly,
  verifyAnyCode,
  verifyCodeStart,
  verifyCodeExtended,
  verifyCodeDigits,
  verifyCode16Bits,
  verifyCode8Bits,
  verifyCode32Bits,
  verifyCodeNegative,
  verifyCodeZero,
  verifyCodeNear,
  verifyCodeLastDigits,
  verifySecondTry,
  verifyMasterCode,
  verifyDevelopmentCode,
  verifyWithoutCode,
  verifyNullCode,
  verifyEmptyCode,
  verifyWithoutEmail,
  verifyEmptyEmail,
  verifyCodeAlone,
  verifySpentCodes,
  verifyBurnsOthersCode,
  verifySameDomainCode,
  verifyUnknownEmail,
  verifyEmailStart,
  verifyEmailExtended,
  verifyEmailLike,
  verifyEmailGlob,
  verifyEmailLocalPart,
  verifyEmailLength,
  verifyEmailSql,
  verifyEmailRegex,
  verifyNoLockout,
  registerAsciiNames,
  registerNoApostrophe,
  registerNoHyphen,
  registerTwoLetters,
  createTotalZero,
  createTotalOneLess,
  createTotalProfiles,
  createTotalIsLimit,
  createTotalNegativeRest,
  createLimitIgnored,
  createLimitOneMore,
  createLimitAtLeastThree,
  createRefusesOne,
  createRefusesSeveral,
  logsNeedsStatus,
  logsFromNeedsTo,
  logsSortNeedsDirection,
  logsDirectionNeedsSort,
  logsNoStatusWithRange,
  logsRefusesFailed,
  logsRefusesAsc,
  logsRefusesLowerCase,
  logsRefusesSucceededDesc,
  logsLastPageRepeats,
  logsWalkLoops,
  logsEmptyPagesForEver,
  logsPageTwoLoops,
  logsGapAtBorders,
  logsGapAtOneBorder,
  logsLastPageLost,
  logsLastItemLost,
  logsFullLastPageLost,
  logsOverlap,
  logsTotalOfPage,
  logsTotalOneMore,
  logsTotalOneLess,
  logsTotalUnfiltered,
  logsTotalWithoutRange,
  logsTotalCapped,
  logsStopsAtHundred,
  logsFilterAfterPaging,
  logsTiesDropped,
  logsTiesRepeated,
  logsFilteredWalkStops,
  logsSingleItemLost,
  logsAscendingLastLost,
  logsTotalRemaining,
  logsTotalSoFar,
  logsTotalFirstPageOnly,
  logsTotalLastPage,
  logsTotalUnfilteredLater,
  logsJoinRepeats,
  logsOverlapReplaces,
  logsUnstableTies,
  logsStaleReplica,
  logsBackwardBag,
  logsNextIgnored,
  logsNextGoesBack,
  logsNextSamePage,
  logsNextSkipsPage,
  logsPrevMissing,
  logsPrevMissingLast,
  logsPrevFirstPage,
  logsPrevOneEarly,
  logsPrevIncludesBorder,
  logsPrevWrongFromThree,
  logsPrevGoesForward,
  logsPrevReversed,
  logsPrevEmpty,
  logsPrevWrongFiltered,
  logsPrevWrongLast,
  logsPrevWrongAscending,
  logsNoPrevAfterPrev,
  logsNextAfterPrev,
  logsPrevSamePage,
  logsStatusLostOnNext,
  logsStatusLostOnPrev,
  logsRangeLostOnNext,
  logsRangeLostOnPrev,
  logsFromLostOnNext,
  logsDirectionLost,
  logsSortLost,
  logsStatusIgnored,
  logsFailedIgnored,
  logsThirdStatus,
  logsStatusAlwaysFailed,
  logsStatusNewestOnly,
  logsStatusFindsNothing,
  logsStatusSwapped,
  logsStatusTwoExchanged,
  logsSortDropsOne,
  logsStatusTiesDropped,
  logsAscendingDropsNoted,
  logsSortNewestHundred,
  logsSortRepeats,
  logsDirectionIgnored,
  logsDirectionIgnoredSorted,
  logsDirectionSwapped,
  logsSortPerPage,
  logsSortFirstPageOnly,
  logsDescendingTurned,
  logsSortTimeOfDay,
  logsSortPairsExchanged,
  logsSortByDay,
  logsRangeTimeOfDay,
  logsRangeIgnored,
  logsFromIgnored,
  logsToIgnored,
  logsRangeSwapped,
  logsRangeEmptyMeansAll,
  logsRangeFutureClamped,
  logsFromReadsMonthFirst,
  logsRangeWholeDays,
  logsToEndOfDay,
  logsRangeHours,
  logsRangeInnerDays,
  logsRangeLosesOne,
  logsRangeTimeZone,
  logsRangeOr,
  logsRangeOnlyBoth,
  logsRangeToWins,
  logsRangeFromWins,
  logsToLostLater,
  logsStatusIgnoredWithRange,
  logsRangeIgnoredWithStatus,
  logsStatusIgnoredWithSort,
  logsStatusIgnoredAscending,
  logsFromIgnoredAscending,
  logsWebhookStart,
  logsWebhookExtended,
  logsWebhookLike,
  logsWebhookGlob,
  logsWebhookAny,
  logsWebhookSql,
  logsWebhookEnd,
  logsWebhookRegex,
  logsWebhookEmptySegment,
  logsWebhooksMixed,
  logsWebhookIgnored,
  logsWebhookCase,
  logsWebhookTrimmed,
  logsWebhookParameter,
  logsWebhookNotDecoded,
  logsCursorBringsWebhook,
  logsCursorMixesWebhooks,
  logsReadRemoves,
  logsFilteredWalkRetries,
  logsSearchIsLogged,
  logsPlaceShared,
  logsParallelQuery,
  logsParallelWebhook,
  logsAnswersCrossed,
  logsBadCursorFirstPage,
  logsBadCursor500,
  logsCursorNotSigned,
  logsBadCursorEmptyPage,
  logsBadStatusUnfiltered,
  logsBadDirectionDefault,
];
