/**
 * A navigation: steps along `next` and `prev` through one query, each checked against the pages that the navigation itself
 * has seen (§2, §4.4). Items need not be unique, so pages are compared by their content in order. Steps run one after
 * another, and each uses a cursor of the page received last, once: cursors may be single-use or short-lived. Only if a
 * navigation starts at the end of a walk that was read before, its first cursor is an older one: see navigation-check.ts.
 */
import type { Client } from '../../client/index.ts';
import type { Walk, Where } from '../walk.ts';
import type { Navigation, Step } from './navigation-finding.ts';
import { Navigator } from './navigator.ts';

export interface NavigationOptions {
  /** Also require every page to have the total of the first. */
  readonly totals?: boolean;
  /** At last, where the first page is reached and has a `prev`, also follow that: it must be accepted, and must end. */
  readonly beyondFirst?: boolean;
  /** A walk whose last page the first steps lead to: its pages are not read again, and the navigation starts from that page. */
  readonly walked?: Walk;
  /** An earlier walk of the same query: what it had is not new. */
  readonly earlier?: Walk;
}

/**
 * Runs the steps until one goes wrong. A step that is not possible (`next` on the last page, `prev` on the first) is skipped.
 * @param pageLength items of every page but the last, where the whole query is known to have such a length; see {@link pageLengthOf}
 * @param options see {@link NavigationOptions}
 */
export async function navigate(
  client: Client,
  where: Where,
  steps: readonly Step[],
  pageLength?: number,
  options: NavigationOptions = {},
): Promise<Navigation> {
  const { walked, earlier } = options;
  const navigator = new Navigator(client.chain(), where, pageLength, earlier);
  if (walked !== undefined) navigator.startAtEndOf(walked);
  else if (!(await navigator.open())) return navigator.result();
  for (const step of steps.slice(walked === undefined ? 0 : walked.pages.length - 1)) {
    const problem =
      (options.totals === true ? navigator.checkTotal() : undefined) ??
      (await (step === 'next' ? navigator.stepForward() : navigator.stepBack()));
    if (problem !== undefined) return navigator.result(problem);
  }
  const isAllTheWayBack = steps.filter((step) => step === 'prev').length * 2 >= steps.length;
  const problem =
    (options.totals === true ? navigator.checkTotal() : undefined) ??
    (isAllTheWayBack ? await navigator.stepToFirst() : undefined);
  return navigator.result(problem ?? (options.beyondFirst === true ? await navigator.leaveFirst() : undefined));
}

/** Whether the first steps lead to the last page of a walk, and there turn back. */
export function leadsToEndOf({ pages, isStandIn }: Pick<Walk, 'pages' | 'isStandIn'>, steps: readonly Step[]): boolean {
  const turn = steps.indexOf('prev');
  // The last cursors of a walk that stands for another one are of another query.
  return isStandIn !== true && pages.length > 0 && (turn === -1 ? steps.length : turn) === pages.length - 1;
}

/** The one length that all pages of a walk but the last have; undefined if they differ or there are fewer than three. */
export function pageLengthOf({ pages, end }: Pick<Walk, 'pages' | 'end'>): number | undefined {
  const lengths = pages.map((read) => read.page.data.length);
  while (lengths.at(-1) === 0) lengths.pop();
  const [length] = lengths;
  if (end !== 'end' || lengths.length < 3 || length === undefined || length === 0) return undefined;
  return lengths.slice(0, -1).every((other) => other === length) && lengths.at(-1)! <= length ? length : undefined;
}
