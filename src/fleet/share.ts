/**
 * Shares a whole number out in proportion to weights: what each takes is at least 1, and all add up to the number, unless
 * there are more weights than it has.
 */
export function shareOut(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map(() => Math.max(1, Math.floor(total / weights.length)));
  const shares = weights.map((weight) => Math.max(1, Math.floor((total * weight) / sum)));
  const left = total - shares.reduce((all, share) => all + share, 0);
  const largest = shares.indexOf(Math.max(...shares));
  return shares.map((share, index) => (index === largest ? Math.max(1, share + left) : share));
}
