/** Cursors that were never issued. */

/** A cursor that was never issued, as one of both parameters. */
export interface ForgedCursor {
  readonly side: 'next' | 'prev';
  readonly cursor: string;
  /** Whether a target may take it for an issued one: a number may be a place in the log, and a decoder may stop at a dot. */
  readonly mayBeIssued?: true;
}

/** Without a dot, and with one, which separates the signature of many cursors. */
const madeUp = ['made-up-cursor', 'made-up.cursor'] as const;
/** Zeros in Base64, longer than many columns and buffers. */
const zeros = 'A'.repeat(800);

/**
 * Made-up cursors, and the issued one with changes that cannot make another valid cursor.
 * @param turn chooses the changes and the parameter of each; without it, each is sent as both
 */
export function forgedCursors(issued: string | undefined, { turn }: { turn?: number } = {}): readonly ForgedCursor[] {
  const changed = changesOf(issued);
  if (turn === undefined) return [...madeUpCursors(0), ...changed].flatMap((one) => [one, turned(one)]);
  const [nearEnd, ...others] = changed;
  const first = others[turn % others.length];
  const second = others[(turn + 1) % others.length];
  return [
    ...madeUpCursors(turn),
    ...(first === undefined ? [] : [first]),
    ...(second === undefined ? [] : [turned(second)]),
    ...(nearEnd === undefined ? [] : [nearEnd]),
  ];
}

const turned = (one: ForgedCursor): ForgedCursor => ({ ...one, side: one.side === 'next' ? 'prev' : 'next' });

function madeUpCursors(turn: number): readonly ForgedCursor[] {
  return [
    { side: 'next', cursor: madeUp[turn % 2]! },
    { side: 'prev', cursor: madeUp[(turn + 1) % 2]! },
    { side: 'prev', cursor: zeros },
    { side: 'next', cursor: '0', mayBeIssued: true },
    { side: 'prev', cursor: '\u0000' },
  ];
}

/** The change near the end, where a signature would be, comes first. Short cursors and numbers are not changed: the result may be valid. */
function changesOf(issued: string | undefined): readonly ForgedCursor[] {
  if (issued === undefined || [...issued].length < 12 || /^\d+$/.test(issued)) return [];
  const letters = [...issued];
  const { length } = letters;
  const changed = (at: number): ForgedCursor => ({
    side: 'next',
    // Hexadecimal digits mean the same in either case.
    cursor: letters.with(at, /a/i.test(letters[at]!) ? 'B' : 'A').join(''),
  });
  return [
    changed(length - 3),
    { side: 'next', cursor: letters.slice(0, -3).join('') },
    changed(length >> 1),
    changed(0),
    { side: 'next', cursor: `${issued}.b`, mayBeIssued: true },
    changed(length >> 2),
  ];
}
