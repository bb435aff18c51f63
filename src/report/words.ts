/** The words of every report: verdicts, levels, areas. The only table of each, so that two formats never use different words. */
import type { ReportedVerdict, RunVerdict } from '../core/report.ts';
import type { Area, Level } from '../core/requirement.ts';
import type { Assumption } from '../core/verdict.ts';
import type { Paint } from './paint.ts';

/** Verdicts of a requirement, in the order in which reports list them. */
export const verdictWords: { readonly [verdict in ReportedVerdict]: string } = {
  fail: 'failed',
  error: 'kit error',
  inconclusive: 'not decided',
  waived: 'waived',
  pass: 'passed',
  notApplicable: 'not applicable',
};

/** A failure that the gate does not count. */
export const adviceWord = 'advice';

/** A verdict as readers see it: a failure that the gate does not count is advice. */
export type ShownVerdict = ReportedVerdict | 'advice';

/** In the order in which pictures and filters show them. */
export const shownWords: { readonly [verdict in ShownVerdict]: string } = {
  fail: verdictWords.fail,
  error: verdictWords.error,
  advice: adviceWord,
  inconclusive: verdictWords.inconclusive,
  waived: verdictWords.waived,
  pass: verdictWords.pass,
  notApplicable: verdictWords.notApplicable,
};

export const shownVerdicts = Object.keys(shownWords) as readonly ShownVerdict[];

/** The same for the table of a narrow terminal. */
export const shortVerdictWords: typeof verdictWords = {
  ...verdictWords,
  error: 'error',
  inconclusive: 'open',
  notApplicable: 'n/a',
};

export const reportedVerdicts = Object.keys(verdictWords) as readonly ReportedVerdict[];

interface RunVerdictWords {
  readonly headline: string;
  readonly mark: string;
  readonly tone: Extract<keyof Paint, 'good' | 'bad' | 'warn'>;
  /** Of the badge, as CSS writes it. */
  readonly colour: string;
}

/** Verdicts of a run. Amber is for a run that found no violation and did not decide everything. */
export const runVerdictWords: { readonly [verdict in RunVerdict]: RunVerdictWords } = {
  conformant: { headline: 'Conformant', mark: '✓', tone: 'good', colour: '#2e7d4f' },
  incomplete: { headline: 'Incomplete', mark: '◐', tone: 'warn', colour: '#a15c00' },
  nonConformant: { headline: 'Not conformant', mark: '✗', tone: 'bad', colour: '#b3261e' },
  undecided: { headline: 'Undecided', mark: '?', tone: 'warn', colour: '#5f6773' },
};

export const areaTitles: { readonly [area in Area]: string } = {
  operations: 'All four operations',
  auth: 'Bearer authentication',
  registration: 'Register and verify',
  create: 'Create a common event',
  logs: 'Search the logs of a webhook',
  gaps: 'Gaps and statements without a check',
};

/** Where a requirement of each level comes from. */
export const levelMeanings: { readonly [level in Level]: string } = {
  stated: 'the specification states it',
  derived: 'it follows from what the specification states',
  declared: 'a choice that the configuration declares, where the specification is silent',
  advisory: 'an Internet standard or good practice, not the specification',
};

/** What the test of an assumption showed. */
export const assumptionWords: { readonly [result in Assumption['result']]: string } = {
  holds: 'holds',
  fails: 'does not hold',
  untested: 'not tested',
};

/** The homepage in package.json. */
export const documentation = 'https://github.com/cawl-conformance/cawl';
