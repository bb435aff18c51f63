// @ts-check
/** What became of each mutant, and what that adds up to. */
import { exceptions } from './exceptions.mjs';

/** The share of visible mutants that the kit must kill. */
export const requiredScore = 0.97;

/** @typedef {import('./instrument.mjs').Mutant} Mutant */
/** @typedef {import('./worker.mjs').ScopeJudgement} ScopeJudgement */

/**
 * - `ignored`: not correct code, or the wording of a refusal;
 * - `unreached`: no request of the run executes it;
 * - `killed`: a requirement that fails the gate failed, the run ended undecided, or the server did not live;
 * - `advice`: the specification leaves it open, and an advisory requirement reported it;
 * - `explained`: an exception says why a black box cannot report it, or must not;
 * - `open`: gating requirements became inconclusive, and none failed;
 * - `survived`: none of these;
 * - `untried`: not in the sample.
 * @typedef {'ignored' | 'unreached' | 'killed' | 'explained' | 'open' | 'advice' | 'survived' | 'untried'} Kind
 */

/**
 * @typedef {object} Outcome
 * @property {Mutant} mutant
 * @property {Kind} kind
 * @property {string} why the requirement that failed, the exception's reason, or what the run shows beside its verdict
 */

/** What the server shows without a mutant, by group of operations.
 * @typedef {ReadonlyMap<string, import('./judge.mjs').Judgement>} Baseline */

/**
 * @param {Mutant} mutant
 * @param {readonly ScopeJudgement[]} judged
 * @param {Baseline} baseline
 * @returns {Outcome}
 */
export function outcomeOf(mutant, judged, baseline) {
  const last = judged.at(-1);
  if (last?.killedBy !== undefined) return { mutant, kind: 'killed', why: last.killedBy };
  if (last?.crashed !== undefined) return { mutant, kind: 'killed', why: `the server did not live: ${last.crashed}` };
  const open = news(judged, baseline, ({ open }) => open ?? []);
  if (judged.some(({ undecided }) => undecided === true))
    return { mutant, kind: 'killed', why: `undecided: ${open.join(', ')}` };
  const exception = exceptionFor(mutant);
  if (exception !== undefined) return { mutant, kind: 'explained', why: `${exception.because}: ${exception.reason}` };
  if (open.length > 0) return { mutant, kind: 'open', why: open.join(', ') };
  const advice = news(judged, baseline, ({ advice }) => advice ?? []);
  if (advice.length > 0) return { mutant, kind: 'advice', why: advice.join(', ') };
  const choices = (/** @type {import('./judge.mjs').Judgement} */ { observed }) =>
    Object.entries(observed ?? {}).map(([gap, value]) => `${gap} ${value}`);
  return { mutant, kind: 'survived', why: news(judged, baseline, choices).join(', ') };
}

/**
 * @param {readonly ScopeJudgement[]} judged
 * @param {Baseline} baseline
 * @param {(judgement: import('./judge.mjs').Judgement) => readonly string[]} of
 */
function news(judged, baseline, of) {
  return judged.flatMap((judgement) => {
    const before = baseline.get(judgement.scope);
    const known = new Set(before === undefined ? [] : of(before));
    return of(judgement).filter((one) => !known.has(one));
  });
}

/**
 * @param {Mutant} mutant
 * @returns {import('./exceptions.mjs').Exception | undefined}
 */
export function exceptionFor(mutant) {
  return exceptions.find(
    ({ file, code, mutators, to }) =>
      mutant.file.endsWith(`/${file}.ts`) &&
      mutant.context.includes(code) &&
      (mutators === undefined || mutators.includes(mutant.mutator)) &&
      (to === undefined || to.includes(mutant.replacement)),
  );
}

/**
 * @param {readonly Outcome[]} outcomes
 * @returns {{ readonly visible: number, readonly killed: number, readonly score: number }}
 */
export function scoreOf(outcomes) {
  const count = (/** @type {Kind} */ kind) => outcomes.filter((one) => one.kind === kind).length;
  const killed = count('killed');
  const visible = killed + count('open') + count('survived');
  return { visible, killed, score: visible === 0 ? 1 : killed / visible };
}
