/**
 * `npm run bench`: seven measurements on one machine over loopback. Prints a table and writes JSON. Takes less than three
 * minutes on an idle machine.
 */
import { writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { readOptions } from '../scripts/options.mjs';
import { chains } from './chain.mjs';
import { untilFailure } from './faults.mjs';
import { growth, helpCpu, inFlight, outside } from './overhead.mjs';
import { rate } from './rate.mjs';
import { requestCounts } from './requests.mjs';

const options = readOptions('npm run bench --', {
  json: { type: 'string', default: 'reports/bench.json', describe: 'File that gets the results' },
  all: { type: 'boolean', default: false, describe: 'Proves every fault, which takes longer' },
  only: { type: 'string', default: 'abcdefg', describe: 'Letters of the measurements' },
});
const began = Date.now();
const results = { node: process.version, cpus: cpus().length, system: release(), at: new Date().toISOString() };
const rows = [];
const line = (part, what, value, aim) => rows.push({ '': part, measured: what, value, aim });
const aimOf = { standard: { 50: '≤ 8000 ms', 200: '≤ 25000 ms' }, deep: { 50: '≤ 38000 ms' } };
const wanted = (part) => options.only.includes(part);
const said = (text) => process.stderr.write(`${text}\n`);

if (wanted('a')) {
  said('a) throughput of the kit and of a bare pool …');
  const a = await rate();
  results.rate = a;
  line(
    'a',
    `kit ${a.kitPerSecond}/s relative to bare pool ${a.barePerSecond}/s, ${a.concurrency} in flight, ${a.requests} requests`,
    `${a.ratio} (${a.ratios[0]} to ${a.ratios.at(-1)})`,
    '≥ 0.7',
  );
}
if (wanted('b')) {
  said('b) requests in flight at 50 ms per response …');
  const b = await inFlight();
  results.inFlight = b;
  line('b', `${b.average} of ${b.limit} in flight, ${b.requests} requests in ${b.ms} ms`, b.ratio, '≥ 0.8');
}
if (wanted('c')) {
  said('c) time outside requests …');
  const c = { ...(await outside()), helpCpuMs: helpCpu() };
  results.outside = c;
  line(
    'c',
    `standard run outside requests: start ${c.startMs} ms, end ${c.endMs} ms (total ${c.ms} ms)`,
    `${c.outsideMs} ms`,
    '< 2000 ms',
  );
  line('c', 'cawl --help, CPU', `${c.helpCpuMs} ms`, '< 250 ms');
  line('d', 'peak memory of a standard run', `${c.peakMb} MB`, '< 200 MB');
}
if (wanted('d')) {
  said('d) memory by size of the log …');
  results.growth = await growth();
  for (const { logs, ms, peakMb, requests } of results.growth)
    line('d', `log of ${logs}: ${requests} requests in ${ms} ms`, `${peakMb} MB`, '');
}
if (wanted('f')) {
  said('f) requests of a run …');
  results.requests = await requestCounts();
  for (const { depth, before, version, now } of results.requests)
    line('f', `requests at depth ${depth}, ${version} sent ${before}`, now, depth === 'quick' ? '≤ 300' : '≤ 1500');
}
if (wanted('g')) {
  said('g) chain of requests that wait for each other …');
  results.chains = await chains();
  for (const { depth, latencyMs, concurrency, ms, steps, inFlight, chain } of results.chains) {
    const what = `${depth}, ${latencyMs} ms per response, ${concurrency} in flight: ${steps} steps, in flight ÷ limit ${inFlight.toFixed(2)}`;
    line('g', what, `${ms} ms`, aimOf[depth][latencyMs]);
    if (latencyMs === 50) for (const { stage, steps: n, last } of chain) line('g', `${stage} ends with ${last}`, n, '');
  }
}
if (wanted('e')) {
  said('e) requests until the first failure …');
  const e = await untilFailure({ all: options.all });
  results.faults = e;
  line(
    'e',
    `requests until the first failure: median of ${e.faults} of ${e.of} faults, only their owners checked (p90 ${e.p90})`,
    e.median,
    '',
  );
}
results.tookMs = Date.now() - began;
console.table(rows);
writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
said(`written to ${options.json}, ${Math.round(results.tookMs / 1000)} s`);
