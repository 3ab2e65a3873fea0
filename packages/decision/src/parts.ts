import type { Card, Policy, Rule } from './policy.ts';

type Scorecard = Policy['stages'][3];
type Affordability = Policy['stages'][4];
type Limit = Policy['stages'][5];

export type RuleStage = 'law' | 'fraud' | 'bureau';
export type Band = Scorecard['bands'][number];
export type Share = Pick<Affordability, 'maxShare' | 'debts' | 'reason'>;
export type LadderRow = Limit['ladder'][number];

interface Values {
  readonly rule: Rule;
  readonly base: number;
  readonly card: Card;
  readonly band: Band;
  readonly share: Share;
  readonly row: LadderRow;
  readonly reason: string;
}

/** A part of a policy that is read, compared and changed as one. `place` is unique in a policy and stays over its versions. */
export type Part = {
  readonly [Kind in keyof Values]: {
    readonly kind: Kind;
    readonly stage: Kind extends 'rule' ? RuleStage : 'scorecard' | 'affordability' | 'limit';
    readonly place: string;
    readonly value: Values[Kind];
  };
}[keyof Values];

/** A part that two policies do not have alike; absent on the side that lacks it. */
export interface ChangedPart {
  readonly place: string;
  readonly before?: Part;
  readonly after?: Part;
}

const nameOfRow = ({ settled, maxDaysLate, product }: LadderRow) =>
  `${product ?? 'every product'} from ${settled} settled${maxDaysLate === undefined ? '' : `, at most ${maxDaysLate} days late`}`;
const nameOfBand = ({ then, reason }: Band) => `${then} ${reason}`;

interface Placed<Item> {
  readonly place: string;
  readonly value: Item;
}

/** Items with their places; the second one of a name gets a number. */
function placed<Item>(
  stage: string,
  items: readonly Item[],
  nameOf: (item: Item) => string,
): readonly Placed<Item>[] {
  const seen = new Map<string, number>();
  return items.map((value) => {
    const name = nameOf(value);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { place: `${stage} ${name}${count === 1 ? '' : ` (${count})`}`, value };
  });
}

/** Lists of a policy with the places of their items. */
function lists({ stages }: Policy) {
  const [law, fraud, bureau, { cards, bands }, , { ladder }] = stages;
  return {
    rules: [law, fraud, bureau].map(({ name: stage, rules }) => ({
      stage,
      rules: placed(stage, rules, ({ id }) => id),
    })),
    cards: placed('scorecard', cards, ({ fact }) => fact),
    bands: placed('scorecard', bands, nameOfBand),
    ladder: placed('limit', ladder, nameOfRow),
  };
}

/** Every part of a policy, in the order of its stages. */
export function partsOf(policy: Policy): readonly Part[] {
  const { rules, cards, bands, ladder } = lists(policy);
  const [, , , { base }, { maxShare, debts, reason }, limit] = policy.stages;
  return [
    ...rules.flatMap(({ stage, rules: own }) => own.map((rule): Part => ({ kind: 'rule', stage, ...rule }))),
    { kind: 'base', stage: 'scorecard', place: 'scorecard base', value: base },
    ...cards.map((card): Part => ({ kind: 'card', stage: 'scorecard', ...card })),
    ...bands.map((band): Part => ({ kind: 'band', stage: 'scorecard', ...band })),
    {
      kind: 'share',
      stage: 'affordability',
      place: 'affordability share',
      value: { maxShare, debts, reason },
    },
    ...ladder.map((row): Part => ({ kind: 'row', stage: 'limit', ...row })),
    { kind: 'reason', stage: 'limit', place: 'limit reason', value: limit.reason },
  ];
}

/** JSON of a value with the names of every object in order. */
const canonical = (value: unknown) =>
  JSON.stringify(value, (_name, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** The parts in which two policies differ, in the order of the later one; parts that it lacks come last. */
export function changedParts(before: Policy, after: Policy): readonly ChangedPart[] {
  const old = new Map(partsOf(before).map((part) => [part.place, part]));
  const fresh = new Map(partsOf(after).map((part) => [part.place, part]));
  const places = [...fresh.keys(), ...[...old.keys()].filter((place) => !fresh.has(place))];
  return places.flatMap((place): ChangedPart[] => {
    const [was, is] = [old.get(place), fresh.get(place)];
    if (was && is && canonical(was.value) === canonical(is.value)) return [];
    return [{ place, ...(was && { before: was }), ...(is && { after: is }) }];
  });
}

/** The items with one of them changed, added, or, if `now` is absent, left out. */
function mixed<Item>(items: readonly Placed<Item>[], place: string, now: Item | undefined): Item[] {
  const isThere = items.some((item) => item.place === place);
  const changed = items.flatMap((item) =>
    item.place !== place ? [item.value] : now === undefined ? [] : [now],
  );
  return isThere || now === undefined ? changed : [...changed, now];
}

/** A policy with one changed part as the later policy has it, and nothing else of it. */
export function withPart(policy: Policy, { place, after }: ChangedPart): Policy {
  const { rules, cards, bands, ladder } = lists(policy);
  const [law, fraud, bureau, scorecard, affordability, limit] = policy.stages;
  const valueFor = <Kind extends keyof Values>(kind: Kind): Values[Kind] | undefined =>
    after?.kind === kind ? (after.value as Values[Kind]) : undefined;
  const rulesOf = (stage: RuleStage) =>
    mixed(
      rules.find((own) => own.stage === stage)?.rules ?? [],
      place,
      after?.stage === stage ? valueFor('rule') : undefined,
    );
  return {
    ...policy,
    stages: [
      { ...law, rules: rulesOf('law') },
      { ...fraud, rules: rulesOf('fraud') },
      { ...bureau, rules: rulesOf('bureau') },
      {
        ...scorecard,
        base: valueFor('base') ?? scorecard.base,
        cards: mixed(cards, place, valueFor('card')),
        // Bands are read in order, and of the ladder the last row that is reached.
        bands: mixed(bands, place, valueFor('band')).sort((a, b) => a.below - b.below),
      },
      { ...affordability, ...valueFor('share') },
      {
        ...limit,
        ladder: mixed(ladder, place, valueFor('row')).sort((a, b) => a.settled - b.settled),
        reason: valueFor('reason') ?? limit.reason,
      },
    ],
  };
}
