import { isDeepStrictEqual } from 'node:util';
import {
  accruals,
  cents,
  daysBetween,
  type FrozenInstalment,
  type LoanEvent,
  type LocalDate,
  localDate,
  plan,
  type Terms,
} from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import type { Brand } from '../../brands/brand.ts';
import { mobileNumber } from '../../brands/phone.ts';
import { type StoredProduct, termsOf } from '../../lending/origination/products.ts';
import type { Parts } from '../../platform/database/schema/loans/loan-import.ts';
import { decimal } from '../../platform/files/decimal.ts';
import { type Column, type LoanLines, TemplateFault, type TemplateLine } from './template.ts';

export const partNames = ['principal', 'interest', 'late', 'penalty'] as const;
export const sumOf = (parts: Parts): number => partNames.reduce((sum, name) => sum + parts[name], 0);

interface PastPayment {
  readonly day: LocalDate;
  /** Cents. */
  readonly amount: number;
  /** In the former system; unique in its loan. */
  readonly reference: string;
}

/** A loan as it is staged. */
export interface LoanDraft {
  readonly reference: string;
  readonly phone: string;
  readonly name: string;
  readonly productCode: string;
  readonly client: 'new' | 'repeat';
  readonly terms: Terms;
  readonly disbursedOn: LocalDate;
  /** By day. */
  readonly payments: readonly PastPayment[];
}

export interface ReadLoan {
  readonly line: number;
  readonly draft: LoanDraft;
  readonly opening: Parts;
  readonly computed: Parts;
  readonly isSettled: boolean;
}

/** The brand data with which the lines of a file are read. */
export interface ReadingContext {
  readonly brand: Brand;
  readonly products: ReadonlyMap<string, StoredProduct>;
  /** The day of the balances. */
  readonly asOf: LocalDate;
}

/** Reads the cells of a line, and collects its faults. */
class Cells {
  readonly #line: TemplateLine;
  constructor(line: TemplateLine) {
    this.#line = line;
  }

  fault(column: Column, fault: string): TemplateFault {
    return TemplateFault.at(this.#line.line, column, fault);
  }

  text(column: Column, max = 100): string {
    const text = this.#line.cells[column];
    if (text === '') throw this.fault(column, 'it is empty');
    if (/\p{C}|(?! )\p{Z}/u.test(text)) throw this.fault(column, 'it has an invisible character');
    if (text.length > max) throw this.fault(column, `it has more than ${max} characters`);
    return text;
  }

  name(): string {
    const text = this.text('name');
    if (!/^[\p{L}\p{M}][\p{L}\p{M}\p{N} .,'’/()-]*$/u.test(text))
      throw this.fault('name', 'it has a character that no name has');
    return text;
  }

  has(column: Column): boolean {
    return this.#line.cells[column] !== '';
  }

  /** `1234.56` in cents. */
  money(column: Column): number {
    const text = this.text(column);
    const [, units = '', part = ''] = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
    if (units === '') throw this.fault(column, `${text} is not an amount: write 1234.56`);
    return Number(units) * 100 + Number(part.padEnd(2, '0'));
  }

  whole(column: Column): number {
    const text = this.text(column);
    if (!/^\d{1,9}$/.test(text)) throw this.fault(column, `${text} is not a whole number`);
    return Number(text);
  }

  day(column: Column): LocalDate {
    const text = this.text(column);
    if (!isLocalDate(text)) throw this.fault(column, `${text} is not a day: write YYYY-MM-DD`);
    return localDate(text);
  }
}

/** Reads a loan and computes what is owed. Throws TemplateFault with line and column. */
export function readLoan(lines: LoanLines, context: ReadingContext): ReadLoan {
  const cells = new Cells(lines.loan);
  const phone = mobileNumber(context.brand, cells.text('phone'));
  if (phone === undefined) throw cells.fault('phone', 'it is not a mobile number of the country');
  const disbursedOn = cells.day('disbursed_on');
  if (disbursedOn > context.asOf)
    throw cells.fault('disbursed_on', `it is after ${context.asOf}, the day of the balances`);
  const client = cells.has('client') ? cells.text('client') : 'new';
  if (client !== 'new' && client !== 'repeat') throw cells.fault('client', 'it is not new or repeat');
  const terms = termsIn(cells, lines, context, { disbursedOn, client });
  const references = new Set<string>();
  const payments = lines.payments.map((line, index) => {
    const payment = readPayment(line, index, { disbursedOn, asOf: context.asOf });
    if (references.has(payment.reference))
      throw new Cells(line).fault('reference', `${payment.reference} stands in this loan twice`);
    references.add(payment.reference);
    return payment;
  });
  const draft: LoanDraft = {
    reference: cells.text('loan', 60),
    phone,
    name: cells.name(),
    productCode: cells.text('product'),
    client,
    terms,
    disbursedOn,
    payments: payments.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
  };
  const opening = {
    principal: cells.money('opening_principal'),
    interest: cells.money('opening_interest'),
    late: cells.money('opening_late'),
    penalty: cells.money('opening_penalty'),
  };
  if (sumOf(opening) !== cells.money('balance'))
    throw cells.fault('balance', `it is not the sum of the four opening figures, ${decimal(sumOf(opening))}`);
  return { line: lines.loan.line, draft, opening, ...owedOn(draft, context.asOf) };
}

function readPayment(
  line: TemplateLine,
  index: number,
  { disbursedOn, asOf }: { readonly disbursedOn: LocalDate; readonly asOf: LocalDate },
): PastPayment {
  const cells = new Cells(line);
  const [day, amount] = [cells.day('day'), cells.money('amount')];
  if (day < disbursedOn)
    throw cells.fault('day', `the payment is before its loan, which was disbursed on ${disbursedOn}`);
  if (day > asOf) throw cells.fault('day', `it is after ${asOf}, the day of the balances`);
  if (amount === 0) throw cells.fault('amount', 'it is zero');
  return { day, amount, reference: cells.has('reference') ? cells.text('reference', 60) : String(index + 1) };
}

function termsIn(
  cells: Cells,
  { instalments }: LoanLines,
  { brand, products }: ReadingContext,
  { disbursedOn, client }: { readonly disbursedOn: LocalDate; readonly client: 'new' | 'repeat' },
): Terms {
  const product = products.get(cells.text('product'));
  if (!product) throw cells.fault('product', `the brand has no product ${cells.text('product')}`);
  const principal = cells.money('principal');
  if (principal === 0) throw cells.fault('principal', 'it is zero');
  const figure = (column: 'term_days' | 'periods' | 'daily_ppm', usual: number) =>
    cells.has(column) ? cells.whole(column) : usual;
  const { figures } = product;
  const termDays = figure('term_days', figures.termDays);
  const periods = figure('periods', figures.periods);
  const dailyPpm = figure('daily_ppm', figures.dailyPpm);
  const own = { ...product, figures: { ...figures, termDays, periods, dailyPpm } };
  const usual = termsOf(brand, own, cents(principal), client);
  const fee = cells.has('fee') ? cents(cells.money('fee')) : usual.fee;
  if (fee >= principal) throw cells.fault('fee', 'it is not less than the principal');
  if (instalments.length === 0) {
    if (termDays < 1 || periods < 1 || termDays % periods !== 0)
      throw cells.fault(
        'term_days',
        `${termDays} days cannot be divided into ${periods} equal periods: give the instalments`,
      );
    return { ...usual, fee };
  }
  const schedule = scheduleIn(cells, instalments, { disbursedOn, principal });
  const last = schedule.at(-1)?.day ?? termDays;
  const isUsual =
    termDays === last &&
    periods === schedule.length &&
    isDeepStrictEqual(
      plan({ ...usual, fee }).map(({ day, interest, principal }) => ({ day, interest, principal })),
      schedule,
    );
  if (isUsual) return { ...usual, fee };
  const kind = schedule.length === 1 ? 'single' : 'perPeriod';
  return { ...usual, fee, kind, schedule, periods: schedule.length, termDays: last, extensions: 0 };
}

/** A schedule that was agreed elsewhere, to the cent. */
function scheduleIn(
  loan: Cells,
  instalments: readonly TemplateLine[],
  { disbursedOn, principal }: { readonly disbursedOn: LocalDate; readonly principal: number },
): readonly FrozenInstalment[] {
  let before = 0;
  const schedule = instalments.map((line) => {
    const cells = new Cells(line);
    const day = daysBetween(disbursedOn, cells.day('day'));
    if (day <= before) throw cells.fault('day', 'it is not after the disbursal and the instalment before');
    before = day;
    return { day, interest: cents(cells.money('interest')), principal: cents(cells.money('principal')) };
  });
  const sum = schedule.reduce((total, row) => total + row.principal, 0);
  if (sum !== principal) throw loan.fault('principal', `the instalments repay ${decimal(sum)} of it`);
  return schedule;
}

/** The events of a draft, as the engine reads them. `idOf` gives the id of the nth: 0 is the disbursal. */
export function eventsOf(
  { disbursedOn, payments }: LoanDraft,
  idOf: (index: number) => string,
): readonly LoanEvent[] {
  return [
    { kind: 'disbursed', id: idOf(0), seq: 1, valueDate: disbursedOn },
    ...payments.map(({ day, amount }, index) => ({
      kind: 'paid' as const,
      id: idOf(index + 1),
      seq: index + 2,
      valueDate: day,
      amount: cents(amount),
    })),
  ];
}

/** A loan's balance at the end of a day, as the engine computes it. */
function owedOn(draft: LoanDraft, on: LocalDate): Pick<ReadLoan, 'computed' | 'isSettled'> {
  const owed = accruals(draft.terms, eventsOf(draft, String), on);
  if (!owed) throw new Error('the loan is disbursed');
  const { principalOwed, interest, interestAhead, late, penalty, isSettled } = owed;
  const computed = {
    principal: principalOwed,
    interest: interest.accrued - interest.settled + interestAhead,
    late: late.accrued - late.settled,
    penalty: penalty.accrued - penalty.settled,
  };
  return { computed: isSettled ? { principal: 0, interest: 0, late: 0, penalty: 0 } : computed, isSettled };
}
