/** One listener per signal, however many requests in flight wait for it. */
const aborting = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `stop` when the signal aborts, unless the returned function was called before. One listener per signal. */
export function whenAborted(signal: AbortSignal, stop: () => void): () => void {
  let stops = aborting.get(signal);
  if (stops === undefined) {
    const all = new Set<() => void>();
    stops = all;
    aborting.set(signal, all);
    const stopAll = () => {
      for (const one of [...all]) one();
    };
    signal.addEventListener('abort', stopAll, { once: true });
  }
  const kept = stops;
  kept.add(stop);
  return () => kept.delete(stop);
}
