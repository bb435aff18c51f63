/**
 * `npm run bench`: five ratios, each measured in one run on one machine; a table, and JSON in reports/bench.json, or where --json says.
 * Loopback only. Under three minutes on an idle machine; `--all` proves every fault and takes longer.
 */
import { writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { parseArgs } from 'node:util';
import { untilFailure } from './faults.mjs';
import { growth, helpCpu, inFlight, outside } from './overhead.mjs';
import { rate } from './rate.mjs';

const { values } = parseArgs({
  options: {
    json: { type: 'string', default: 'reports/bench.json' },
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: 'abcde' },
  },
});
const began = Date.now();
const results = { node: process.version, cpus: cpus().length, system: release(), at: new Date().toISOString() };
const rows = [];
const line = (part, what, value, aim) => rows.push({ '': part, measured: what, value, aim });
const wanted = (part) => values.only.includes(part);
const said = (text) => process.stderr.write(`${text}\n`);

if (wanted('a')) {
  said('a) requests a second, the kit and a bare pool …');
  const a = await rate();
  results.rate = a;
  line(
    'a',
    `kit ${a.kitPerSecond}/s ÷ bare pool ${a.barePerSecond}/s, ${a.concurrency} in flight, ${a.requests} requests`,
    a.ratio,
    '≥ 0.5, 0.7',
  );
}
if (wanted('b')) {
  said('b) in flight at 50 ms …');
  const b = await inFlight();
  results.inFlight = b;
  line('b', `${b.average} of ${b.limit} in flight, ${b.requests} requests in ${b.ms} ms`, b.ratio, '≥ 0.8');
}
if (wanted('c')) {
  said('c) outside requests …');
  const c = { ...(await outside()), helpCpuMs: helpCpu() };
  results.outside = c;
  line(
    'c',
    `standard run outside requests: start ${c.startMs} ms, end ${c.endMs} ms (all: ${c.ms} ms)`,
    `${c.outsideMs} ms`,
    '< 2000 ms',
  );
  line('c', 'cawl --help, CPU', `${c.helpCpuMs} ms`, '< 250 ms');
  line('d', 'peak memory of a standard run', `${c.peakMb} MB`, '< 200 MB');
}
if (wanted('d')) {
  said('d) growth with the log …');
  results.growth = await growth();
  for (const { logs, ms, peakMb, requests } of results.growth)
    line('d', `log of ${logs}: ${requests} requests in ${ms} ms`, `${peakMb} MB`, '');
}
if (wanted('e')) {
  said('e) requests until the first failing row …');
  const e = await untilFailure({ all: values.all });
  results.faults = e;
  line('e', `median of ${e.faults} of ${e.of} faults, their owners asked alone (p90 ${e.p90})`, e.median, '');
}
results.tookMs = Date.now() - began;
console.table(rows);
writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
said(`written to ${values.json}, ${Math.round(results.tookMs / 1000)} s`);
