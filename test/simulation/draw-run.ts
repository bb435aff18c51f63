/** What is judged in a run of a given number: everything is drawn from that number, so that it gives the same run again. */
import fc from 'fast-check';
import { checks } from '../../src/checks/registry.ts';
import { failsGate } from '../../src/core/gate.ts';
import { seededRandom, shuffle } from '../../src/core/random.ts';
import { requirementsForOwner } from '../../src/selftest/scope.ts';
import type { SimulatedRun } from './judge.ts';
import { type Climate, serverArbitrary } from './server/axes.ts';
import { type AnyFault, neededFor, owners } from './server-faults.ts';

/** Any weather: many choices with some weather, fewer with much. */
const anyWeather: readonly Climate[] = [
  { choice: 12, weather: 6 },
  { choice: 25, weather: 10 },
  { choice: 4, weather: 20 },
];
/** Mild weather: nothing that keeps a careful check from deciding most requirements. */
const mildWeather: Climate = { choice: 8, weather: 1 };

const arbitraries = new Map<Climate, ReturnType<typeof serverArbitrary>>();

function drawServer(climate: Climate, seed: number) {
  const arbitrary = arbitraries.get(climate) ?? serverArbitrary(climate);
  arbitraries.set(climate, arbitrary);
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0]!;
}

/** Share of the runs that judge all requirements; the others judge a few that fail the gate, which costs a tenth. */
const fullShare = 0.08;
const quickShare = 0.6;
const fewIds = 12;
/** What sends hundreds of generated bodies costs four fifths of a run and depends least on the weather: it is drawn less often. */
const isCostly = (id: string) => id.endsWith('/no-server-error');
const costlyShare = 0.1;

/** A conforming server in any weather. */
export function drawRun(seed: number): SimulatedRun {
  const random = seededRandom(seed);
  const climate = anyWeather[Math.floor(random() * anyWeather.length)]!;
  const depth = random() < quickShare ? 'quick' : 'standard';
  const ids = random() < fullShare ? drawAlmostAll(random) : drawFew(random);
  return { server: drawServer(climate, seed), seed, depth, ids };
}

function drawAlmostAll(random: () => number): ReadonlySet<string> {
  const withCostly = random() < costlyShare;
  const ids = checks().map(({ requirement }) => requirement.id);
  return new Set(ids.filter((id) => withCostly || !isCostly(id)));
}

function drawFew(random: () => number): ReadonlySet<string> {
  const gating = checks().filter(({ requirement }) => failsGate(requirement.level));
  const ids = gating.map(({ requirement }) => requirement.id);
  const affordable = ids.filter((id) => !isCostly(id) || random() < costlyShare);
  return new Set(shuffle(affordable, random).slice(0, fewIds));
}

/** A server with a fault in mild weather, judged by the requirement that must catch it. */
export function drawFaultyRun(seed: number, fault: AnyFault): SimulatedRun {
  const requirements = checks().map(({ requirement }) => requirement);
  const ids = requirementsForOwner(requirements, owners[fault]!);
  return { server: { ...drawServer(mildWeather, seed), ...neededFor[fault] }, seed, depth: 'standard', ids, fault };
}

/** A conforming server in mild weather, judged by every requirement. */
export function drawMildRun(seed: number): SimulatedRun {
  return { server: drawServer(mildWeather, seed), seed, depth: 'standard' };
}
