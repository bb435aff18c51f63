/** Cursors that were never issued. */

/** Zeros in Base64, longer than many columns and buffers. */
const zeros = 'A'.repeat(800);

/** Made-up ones, and the issued one changed where that cannot make another valid cursor. */
export function forgedCursors(issued: string | undefined): string[] {
  const madeUp = ['made-up-cursor', zeros, '0', '\u0000'];
  // Short ones, and numbers, are places in the log: another one may well be a place too.
  if (issued === undefined || [...issued].length < 12 || /^\d+$/.test(issued)) return madeUp;
  // Hexadecimal digits mean the same in either case.
  const letters = [...issued];
  const changed = (at: number) => letters.with(at, /a/i.test(letters[at]!) ? 'B' : 'A').join('');
  // In its middle, and near its end, where a signature would be.
  return [
    ...madeUp,
    letters.slice(0, -3).join(''),
    changed(Math.floor(letters.length / 2)),
    changed(letters.length - 3),
  ];
}
