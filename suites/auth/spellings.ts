/**
 * Other spellings of the path, or disguises of the request, without a token: which ones are sent, and the finding about one that
 * leads to the operation.
 */
import type { CheckContext, Exchange, Operation, OperationRequest, Proof } from '../../src/suite.ts';
import { api, controls, fail, generate, pass, samplesOf } from '../../src/suite.ts';

export type Spelling = generate.PathVariant;

/** Spellings of different kinds that operations and seeds take turns with where the run is lean. */
const usualSpellings = 7;
/** Of the rare ones, at standard. */
const rareSpellings = 1;

/** The requests sent at once, and the disguises that are then sent alone if their combinations leave it open. */
export interface Spellings {
  readonly all: readonly Spelling[];
  readonly alone: readonly Spelling[];
}

/**
 * Some spellings, and all disguises at once. Where the run is lean, the spelling that most servers overlook, another one, and the
 * methods that a guard may take for harmless. Operations share the beginning of their paths, so that each tries other places of it.
 */
export function spellingsOf(t: CheckContext, operation: Operation): Spellings {
  const path = api.pathOf(operation, { webhookId: t.settings.fixtures.webhooks[0]?.id ?? '' });
  const turn = api.operations.indexOf(operation) + t.settings.run.seed;
  const { common: spellings, few, rare } = generate.pathVariants(path, api.idSegments(operation), t.seed, turn);
  const { method, tag } = api.operationTable[operation];
  const disguised = generate.disguises({ path, method, hasEffect: tag === 'auth' }, turn);
  const alone = disguised.all.filter((one) => !disguised.methods.includes(one));
  // A target that bans clients allows few requests without the valid token.
  const methods = t.client.isSparing ? [] : disguised.plainMethods;
  const chosen = t.effort.pick<Spellings>({
    quick: {
      all: [spellings[0]!, spellings[1 + (turn % usualSpellings)]!, disguised.together, ...methods],
      alone: [],
    },
    standard: {
      all: [...few, disguised.together, disguised.fromOne, ...disguised.methods, ...rare.slice(0, rareSpellings)],
      alone,
    },
    deep: { all: [...spellings, ...few, ...disguised.all, ...rare], alone: [] },
  });
  return t.onlyCase === undefined ? chosen : { all: t.casesOf([...chosen.all, ...chosen.alone], nameOf), alone: [] };
}

/** The disguises first: one request holds many of them, so that most of what lets strangers in shows before the rest is sent. */
export function inTwoRounds({ all, alone }: Spellings): readonly [Spellings, Spellings] {
  const isDisguise = ({ parts, method }: Spelling) => parts !== undefined || method !== undefined;
  return [
    { all: all.filter(isDisguise), alone },
    { all: all.filter((one) => !isDisguise(one)), alone: [] },
  ];
}

/** {@link inTwoRounds}; at once if the run is lean, so that they share their controls. */
export const inRounds = (t: CheckContext, spellings: Spellings): readonly [Spellings, Spellings] =>
  t.effort.isLean ? [spellings, { all: [], alone: [] }] : inTwoRounds(spellings);

const nameOf = ({ label, path }: Spelling): string => `${label} (${path})`;

/**
 * The result of each spelling. If disguises are rejected together just like the plain request without a token, none of them lets
 * anybody in alone; any other response may be due to the combination, or to one of them.
 */
export async function sendSpellings<Sent extends { readonly spelling: Spelling; readonly exchange: Exchange }>(
  t: CheckContext,
  operation: Operation,
  { all, alone }: Spellings,
  send: (spelling: Spelling) => Promise<Sent>,
): Promise<readonly Sent[]> {
  const plain = alone.length === 0 ? undefined : (await controls.attemptWithoutHeader(t, operation)).exchange;
  const sent = await Promise.all(all.map((one) => send(one)));
  if (plain === undefined) return sent;
  const isDecided = sent.every(
    ({ spelling: { parts }, exchange }) => parts === undefined || controls.isSameRejection(plain, exchange),
  );
  return isDecided ? sent : [...sent, ...(await Promise.all(alone.map((one) => send(one))))];
}

/** The spelling with as few of its parts as show the same. */
export async function causeOf(spelling: Spelling, isShownBy: (part: Spelling) => Promise<boolean>): Promise<Spelling> {
  const { value } = await controls.simplified(
    { value: spelling, found: true },
    { simpler: (one) => one.simpler?.() ?? [], judge: async (part) => ((await isShownBy(part)) ? true : undefined) },
  );
  return value;
}

export const passOn = (spellings: readonly { readonly spelling: Spelling }[]) =>
  pass({ samples: samplesOf(spellings.map(({ spelling }) => spelling.kind)) });

/** The change of a request that spells its path differently, or disguises it, and leaves the token out. */
export const bare = ({ path, method, headers }: Spelling): Partial<OperationRequest> => ({
  authorization: null,
  target: path,
  ...(method === undefined ? {} : { method }),
  ...(headers === undefined ? {} : { headers }),
});

/** @param found the spelling of the run that the reported one is a part of */
export function failSpelling(
  operation: Operation,
  { found, spelling }: { readonly found: Spelling; readonly spelling: Spelling },
  what: string,
  proof: readonly Proof[],
  showsAgain?: (t: CheckContext) => Promise<boolean>,
): never {
  fail(`${api.endpointOf[operation]} without a token, ${nameOf(spelling)}, ${what}, and again`, proof, {
    symptom: { kind: 'check' },
    case: { name: nameOf(found), ...(showsAgain && { showsAgain }) },
  });
}
