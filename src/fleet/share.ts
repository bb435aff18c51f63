/**
 * Shares a whole number out in proportion to weights. Each share is at least `least`, and all add up to the number, unless the
 * least shares exceed it. Without a weight above 0, each share is the same.
 */
export function shareOut(total: number, weights: readonly number[], least: 0 | 1 = 1): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map(() => Math.max(least, Math.floor(total / weights.length)));
  const shares = weights.map((weight) => Math.max(least, Math.floor((total * weight) / sum)));
  const left = total - shares.reduce((all, share) => all + share, 0);
  const largest = weights.indexOf(Math.max(...weights));
  return shares.map((share, index) => (index === largest ? Math.max(least, share + left) : share));
}
