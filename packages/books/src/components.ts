import type { LedgerTargets } from './ledger-targets.ts';

/**
 * The components of the lender's books that a chart gives an account, and the type of that account. `cash`
 * stands for the money at each provider: a chart may give `cash:gcash` an account of its own.
 */
export const componentTypes = {
  cash: 'asset',
  bank: 'asset',
  clearing: 'asset',
  principal: 'asset',
  interestReceivable: 'asset',
  lateReceivable: 'asset',
  penaltyReceivable: 'asset',
  refundReceivable: 'asset',
  allowance: 'asset',
  credit: 'liability',
  interestAhead: 'liability',
  feeDeferred: 'liability',
  suspense: 'liability',
  interestIncome: 'income',
  feeIncome: 'income',
  lateIncome: 'income',
  penaltyIncome: 'income',
  recovery: 'income',
  creditLoss: 'expense',
  providerFee: 'expense',
} as const;
type Named = keyof typeof componentTypes;
export type Component = Named | `cash:${string}`;
export const components = Object.keys(componentTypes) as readonly Named[];

/** Cents by component, debit positive. */
export type Amounts = ReadonlyMap<Component, number>;

/**
 * A loan's components at the end of a day: its balances and income, and `moved`, the money of it at providers, under way and in
 * suspense. They sum to zero: what was lent or charged and is neither owed nor received is the credit loss, with the allowance.
 */
export function loanComponents(targets: LedgerTargets, moved: Amounts, allowance: number): Amounts {
  const { income } = targets;
  const amounts = new Map<Component, number>(moved);
  const own: readonly (readonly [Component, number])[] = [
    ['principal', targets.principal],
    ['interestReceivable', targets.interestReceivable],
    ['lateReceivable', targets.lateReceivable],
    ['penaltyReceivable', targets.penaltyReceivable],
    ['refundReceivable', targets.refundReceivable],
    ['credit', 0 - targets.credit],
    ['interestAhead', 0 - targets.interestAhead],
    ['feeDeferred', 0 - targets.feeDeferred],
    ['interestIncome', 0 - income.interest],
    ['feeIncome', 0 - income.fee],
    ['lateIncome', 0 - income.late],
    ['penaltyIncome', 0 - income.penalty],
    ['recovery', 0 - income.recovery],
  ];
  for (const [component, amount] of own) amounts.set(component, amount);
  let lost = 0;
  for (const amount of amounts.values()) lost -= amount;
  amounts.set('allowance', 0 - allowance);
  amounts.set('creditLoss', lost + allowance);
  return amounts;
}

/**
 * Kinds of journals of a loan: income that accrued, a change of the allowance, money that moved, and what was lost: written off,
 * waived, or rounded at the settlement.
 */
export type ItemKind = 'accrual' | 'allowance' | 'money' | 'loss';

/** A part of a line of a journal: of one loan and component. Cents, debit positive. */
export interface JournalItem {
  readonly kind: ItemKind;
  readonly component: Component;
  readonly amount: number;
}

/** The causes that accrue day by day: an income or expense account, and the balance that changes by as much. */
export const accruing = [
  { name: 'interest', kind: 'accrual', result: 'interestIncome', balance: 'interestReceivable' },
  { name: 'fee', kind: 'accrual', result: 'feeIncome', balance: 'feeDeferred' },
  { name: 'late', kind: 'accrual', result: 'lateIncome', balance: 'lateReceivable' },
  { name: 'penalty', kind: 'accrual', result: 'penaltyIncome', balance: 'penaltyReceivable' },
  { name: 'allowance', kind: 'allowance', result: 'creditLoss', balance: 'allowance' },
] as const;
export type AccruedName = (typeof accruing)[number]['name'];

/** The balances of a loan that accrue nothing by the day. */
const nonAccruing = ['principal', 'interestAhead', 'credit', 'refundReceivable'] as const;

/**
 * The accruals of a loan from one day to the next, with its allowances of both: cents of income or expense, debit positive, as
 * `journalItems` gives them. Undefined: more than income and its balances moves.
 */
export function accruedBetween(
  before: LedgerTargets,
  after: LedgerTargets,
  allowance: { readonly before: number; readonly after: number },
): Readonly<Record<AccruedName, number>> | undefined {
  const was = before.income;
  const is = after.income;
  const accrued = {
    interest: was.interest - is.interest,
    fee: was.fee - is.fee,
    late: was.late - is.late,
    penalty: was.penalty - is.penalty,
    allowance: allowance.after - allowance.before,
  };
  const isAlone =
    nonAccruing.every((balance) => before[balance] === after[balance]) &&
    was.recovery === is.recovery &&
    before.interestReceivable - after.interestReceivable === accrued.interest &&
    before.lateReceivable - after.lateReceivable === accrued.late &&
    before.penaltyReceivable - after.penaltyReceivable === accrued.penalty &&
    after.feeDeferred - before.feeDeferred === accrued.fee;
  return isAlone ? accrued : undefined;
}

/**
 * The items that lead from what is posted of a loan to its components. Those of a kind sum to zero. A
 * write-off tops the allowance up first, and then uses it. Equal arguments give no items.
 */
export function journalItems(posted: Amounts, wanted: Amounts): readonly JournalItem[] {
  const rest = new Map<Component, number>();
  for (const component of new Set([...posted.keys(), ...wanted.keys()]))
    rest.set(component, (wanted.get(component) ?? 0) - (posted.get(component) ?? 0));
  const items: JournalItem[] = [];
  const add = (kind: ItemKind, component: Component, amount: number) => {
    if (amount !== 0) items.push({ kind, component, amount });
  };
  for (const { kind, result, balance } of accruing) {
    const amount = rest.get(result) ?? 0;
    add(kind, result, amount);
    add(kind, balance, -amount);
    rest.set(result, 0);
    rest.set(balance, (rest.get(balance) ?? 0) + amount);
  }
  const kind = (rest.get('allowance') ?? 0) === 0 ? 'money' : 'loss';
  for (const [component, amount] of rest) add(kind, component, amount);
  return items;
}
