/** The types of facts. A `day` is `YYYY-MM-DD`; a `word` is one of the fact's `words`, or any text where it has none. */
export type FactType = 'integer' | 'flag' | 'day' | 'word';

/** The sources of facts. */
export type FactSource =
  | 'application'
  | 'loans'
  | 'identity'
  | 'bureau'
  | 'screening'
  | 'scorer'
  | 'evaluation';

interface FactDefinition {
  readonly type: FactType;
  /** The unit of an integer: `cents`, `days`, `years`, `months`, `count`, `points`. */
  readonly unit?: string;
  readonly source: FactSource;
  /** True if an application may be decided without it. */
  readonly mayBeMissing: boolean;
  readonly words?: readonly string[];
}

const integer = (unit: string, source: FactSource, mayBeMissing = true): FactDefinition => ({
  type: 'integer',
  unit,
  source,
  mayBeMissing,
});
const flag = (source: FactSource, mayBeMissing = true): FactDefinition => ({
  type: 'flag',
  source,
  mayBeMissing,
});
const word = (source: FactSource, words?: readonly string[], mayBeMissing = true): FactDefinition => ({
  type: 'word',
  source,
  mayBeMissing,
  ...(words && { words }),
});

/** Every fact that a policy may name. A policy that names another one does not load. */
export const factCatalogue = {
  'applicant.age': integer('years', 'application'),
  'applicant.citizenship': word('application'),
  'applicant.capacity': flag('application'),
  'applicant.address': flag('application'),
  'applicant.income': integer('cents', 'application'),
  'applicant.employment': word('application'),
  'applicant.monthsEmployed': integer('months', 'application'),
  'applicant.dependants': integer('count', 'application'),
  'applicant.blocked': flag('application'),
  'loan.product': word('application', undefined, false),
  'loan.amount': integer('cents', 'application', false),
  'loan.termDays': integer('days', 'application', false),
  'loan.monthlyInstalment': integer('cents', 'application', false),
  'history.settledLoans': integer('count', 'loans'),
  'history.maxDaysLate': integer('days', 'loans'),
  'history.lastDaysLate': integer('days', 'loans'),
  'history.daysSinceLast': integer('days', 'loans'),
  'history.extensionsUsed': integer('count', 'loans'),
  'history.openLoans': integer('count', 'loans'),
  'identity.document': word('identity', ['none', 'unread', 'verified', 'failed']),
  'identity.nameMatch': flag('identity'),
  'identity.nameChanged': flag('identity'),
  'identity.face': word('identity', ['none', 'match', 'differs', 'unclear']),
  'identity.sharedDocument': integer('count', 'identity'),
  'identity.sharedAccount': integer('count', 'identity'),
  'identity.sharedDevice': integer('count', 'identity'),
  'identity.samePerson': integer('count', 'identity'),
  'velocity.deviceApplications24h': integer('count', 'application'),
  'velocity.deviceApplications7d': integer('count', 'application'),
  'velocity.addressApplications24h': integer('count', 'application'),
  'velocity.addressApplications7d': integer('count', 'application'),
  'bureau.found': flag('bureau'),
  'bureau.score': integer('points', 'bureau'),
  'bureau.openLoans': integer('count', 'bureau'),
  'bureau.maxDaysLate': integer('days', 'bureau'),
  'bureau.monthlyDebtService': integer('cents', 'bureau'),
  'bureau.askedOn': { type: 'day', source: 'bureau', mayBeMissing: true },
  'screening.state': word('screening', ['clear', 'possible', 'confirmed']),
  'score.outside': word('scorer', ['approve', 'refuse', 'refer']),
  'score.points': integer('points', 'evaluation'),
} as const satisfies Record<string, FactDefinition>;

export type FactName = keyof typeof factCatalogue;
export type FactValue = number | boolean | string;

/** The known facts of an applicant. A fact that is absent, null or undefined is missing: it is never a zero. */
export type Facts = { readonly [Name in FactName]?: FactValue | null | undefined };

export const isFactName = (name: string): name is FactName => Object.hasOwn(factCatalogue, name);

export const definitionOf = (name: FactName): FactDefinition => factCatalogue[name];

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Reports whether the value has the type of the fact. */
export function isValueOf({ type, words }: FactDefinition, value: unknown): value is FactValue {
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'day':
      return typeof value === 'string' && isDay(value);
    case 'word':
      return typeof value === 'string' && (words === undefined || words.includes(value));
  }
}

/** A fact has a value of another type than the catalogue says. */
export class FactError extends Error {
  readonly fact: FactName;

  constructor(fact: FactName, value: unknown) {
    super(`${fact} is ${JSON.stringify(value)}, which is no ${factCatalogue[fact].type}`);
    this.fact = fact;
  }
}

/** The value of a fact, undefined if it is missing. Throws FactError if its type is wrong. */
export function factIn(facts: Facts, name: FactName): FactValue | undefined {
  const value = Object.hasOwn(facts, name) ? facts[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (!isValueOf(definitionOf(name), value)) throw new FactError(name, value);
  return value;
}

/** The value of a fact whose catalogue type is `integer`, undefined if it is missing. Throws FactError. */
export function integerIn(facts: Facts, name: FactName): number | undefined {
  const value = factIn(facts, name);
  if (value !== undefined && typeof value !== 'number') throw new FactError(name, value);
  return value;
}
