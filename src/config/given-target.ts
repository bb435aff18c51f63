/** From the configuration's keys to the target that they describe. */
import type { Settings } from '../core/config.ts';
import { readBaseUrl } from './base-url.ts';
import type { Loading, Raw } from './loading.ts';
import { readTruth } from './truth.ts';

/** The target as the user describes it. */
export type GivenTarget = Pick<Settings, 'baseUrl' | 'tokens' | 'fixtures' | 'declares' | 'waivers'>;

const defaultRegister = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'cawl+{unique}@example.com',
  password: 'Correct-Horse-9-Battery',
};

/** What is missing or doubled is added to the loading. `folder`: from where truth files are named. */
export function readTarget(merged: Raw, loading: Loading, folder: string): GivenTarget {
  const address = readBaseUrl(typeof merged.baseUrl === 'string' ? merged.baseUrl : '');
  if ('problem' in address && typeof merged.baseUrl === 'string' && !loading.isUnfilled('/baseUrl'))
    loading.add('/baseUrl', `baseUrl ${address.problem}`);
  const fixtures = merged.fixtures ?? {};
  const missing: string[] = [];
  if (merged.tokens?.valid === undefined)
    missing.push('tokens.valid is missing: a token that the target accepts; set CAWL_TOKEN or give --token-file');
  if (fixtures.webhooks === undefined)
    missing.push('fixtures.webhooks is missing: the webhooks whose logs may be searched, such as [{id: wh_1}]');
  if (fixtures.profileIds === undefined)
    missing.push('fixtures.profileIds is missing: ids of profiles that exist, such as [p1]');
  if (fixtures.calendarIds === undefined)
    missing.push('fixtures.calendarIds is missing: ids of calendars that exist, such as [c1]');
  for (const line of missing) {
    const place = line.startsWith('tokens') ? '/tokens' : '/fixtures';
    if (loading.document === undefined) loading.raw([line]);
    else loading.line(loading.document.place(place), line);
  }
  if (missing.length > 0 && loading.document === undefined)
    loading.hint = 'there is no configuration here: cawl init writes one with all of these to fill in';

  const webhooks = Array.isArray(fixtures.webhooks) ? fixtures.webhooks : [];
  const ids = webhooks.map((webhook) => webhook?.id);
  ids.forEach((id, index) => {
    if (typeof id === 'string' && ids.indexOf(id) < index)
      loading.add(
        `/fixtures/webhooks/${index}/id`,
        `fixtures.webhooks[${index}].id is "${id}" a second time; each webhook is named once`,
      );
  });
  const waivers = Array.isArray(merged.waivers) ? merged.waivers : [];
  const waived = waivers.map((waiver) => waiver?.requirement);
  waived.forEach((id, index) => {
    if (typeof id === 'string' && waived.indexOf(id) < index)
      loading.add(
        `/waivers/${index}/requirement`,
        `waivers[${index}].requirement is "${id}" a second time; one waiver is enough`,
      );
  });

  const code = fixtures.verificationCode;
  return {
    baseUrl: 'url' in address ? address.url : '',
    tokens: { ...merged.tokens, valid: merged.tokens?.valid ?? '' },
    fixtures: {
      webhooks: webhooks.map((webhook, index) => ({
        id: webhook?.id,
        ...(typeof webhook?.truth === 'string' ? { truth: truthOf(webhook.truth, index, loading, folder) } : {}),
      })),
      profileIds: fixtures.profileIds ?? [],
      calendarIds: fixtures.calendarIds ?? [],
      limit: fixtures.limit ?? 10,
      register: { ...defaultRegister, ...fixtures.register },
      ...(code === undefined ? {} : { verificationCode: { ...code, waitMs: code.waitMs ?? 5000 } }),
    },
    declares: merged.declares ?? {},
    waivers,
  };
}

function truthOf(name: string, index: number, loading: Loading, folder: string) {
  const problems: string[] = [];
  const place = loading.document?.place(`/fixtures/webhooks/${index}/truth`);
  const truth = readTruth(name, folder, problems, place === undefined ? '' : `${place}  `);
  loading.raw(problems);
  return truth;
}
