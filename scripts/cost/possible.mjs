// @ts-check
/** How few requests could show the faults: an estimate by greedy covering, for one that knows each proof in advance. */

/** The ways in which one fault shows, each the requests that it rests on. @typedef {readonly (readonly string[])[]} Proofs */

/**
 * Requests in the order in which most faults show soonest: next comes the proof that shows most new faults per new request.
 * @param {readonly Proofs[]} faults each with at least one proof
 * @returns {{ readonly order: readonly string[], readonly shown: readonly number[] }} `shown`: requests until each fault
 *   shows, those that show first in front
 */
export function cheapestOrder(faults) {
  /** @type {Set<string>} */
  const sent = new Set();
  /** @type {number[]} */
  const shown = [];
  let left = faults.map((proofs) => proofs.map((proof) => [...new Set(proof)]));
  while (left.length > 0) {
    left = left.map((proofs) => proofs.map((proof) => proof.filter((request) => !sent.has(request))));
    const gains = gainsOf(left);
    let best = /** @type {readonly string[]} */ (left[0]?.[0]);
    let most = -1;
    for (const proof of left.flat()) {
      const gain = proof.length === 0 ? Number.POSITIVE_INFINITY : gains(proof) / proof.length;
      if (gain > most) [best, most] = [proof, gain];
    }
    for (const request of best) sent.add(request);
    const before = left.length;
    left = left.filter((proofs) => !proofs.some((proof) => proof.every((request) => sent.has(request))));
    shown.push(...Array.from({ length: before - left.length }, () => sent.size));
  }
  return { order: [...sent], shown };
}

/** How many of the faults a proof shows, each by its requests alone. @param {readonly Proofs[]} faults */
function gainsOf(faults) {
  /** @type {Map<string, { fault: number, proof: readonly string[] }[]>} */
  const byFirst = new Map();
  for (const [fault, proofs] of faults.entries())
    for (const proof of proofs) {
      const [first = ''] = proof;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { fault, proof }]);
    }
  return (/** @type {readonly string[]} */ requests) => {
    const known = new Set(requests);
    const found = requests.flatMap((request) => byFirst.get(request) ?? []);
    return new Set(found.filter(({ proof }) => proof.every((one) => known.has(one))).map(({ fault }) => fault)).size;
  };
}

/** Requests within which a share of the faults shows. @param {readonly number[]} shown @param {number} share above 0, to 1 */
export const requestsFor = (shown, share) => shown[Math.ceil(share * shown.length) - 1];

/** Shares of the faults that the summary names. */
const shares = [0.5, 0.69, 0.8, 0.9, 1];

/**
 * "At best, 50 % of 600 faults show within 12 requests, …".
 * @param {readonly { readonly proofs: readonly (readonly { readonly request: string }[])[] }[]} faults
 */
export function describePossible(faults) {
  const proofs = faults
    .map((fault) => fault.proofs.filter((proof) => proof.length > 0))
    .filter((of) => of.length > 0)
    .map((of) => of.map((proof) => proof.map(({ request }) => request)));
  const { shown } = cheapestOrder(proofs);
  const parts = shares.map((share) => `${Math.round(100 * share)} % within ${requestsFor(shown, share)}`);
  return `At best, with each proof known in advance, ${proofs.length} faults show within so many requests: ${parts.join(', ')}.`;
}
