import { expect, test } from 'vitest';
import { printSource, type Sources, sectionText } from './source.ts';

test.for<[printed: string, section: string, sources: Sources]>([
  ['§4.4', '4.4', { spec: '4.4' }],
  ['§2, §4', '2, 4', [{ spec: '2' }, { spec: '4' }]],
  ['introduction, §7', 'intro, 7', [{ spec: 'intro' }, { spec: '7' }]],
  ['RFC 9110 §15.5.6', 'RFC 9110 §15.5.6', { rfc: 9110, section: '15.5.6' }],
  [
    'RFC 9110 §15.5.2, §11.6.1; RFC 6750 §3',
    'RFC 9110 §15.5.2, §11.6.1; RFC 6750 §3',
    [
      { rfc: 9110, section: '15.5.2' },
      { rfc: 9110, section: '11.6.1' },
      { rfc: 6750, section: '3' },
    ],
  ],
  ['OWASP API2', 'OWASP API2', { owasp: 'API2' }],
])('a source is printed as %s, and stands in the JSON report as %s', ([printed, section, sources]) => {
  expect([printSource(sources), sectionText(sources)]).toEqual([printed, section]);
});
