import type { LoanImportId } from '@hiram/contract/ids';
import { openStatuses } from '../../lending/loans/order-status.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { decimal } from '../../platform/files/decimal.ts';
import { type ReadingContext, type ReadLoan, readLoan, sumOf } from './read-loan.ts';
import { readTemplate } from './read-template.ts';
import { type Column, type Fault, type LoanLines, TemplateFault, type TemplateLine } from './template.ts';

/** Faults that are named at once. */
const maxFaults = 50;
const batchSize = 500;

/**
 * Reads the whole file and compares it with the loans that exist or are staged; `importId`: its own import,
 * if it was interrupted. Returns the number of its loans. Throws TemplateFault with what is wrong, up to 50
 * places.
 */
export async function checkFile(
  db: Db,
  context: ReadingContext,
  { file, importId }: { readonly file: string; readonly importId: LoanImportId | undefined },
): Promise<number> {
  const check = new FileCheck(db, context, importId);
  try {
    for await (const lines of readTemplate(file))
      if ('total' in lines) await check.end(lines.total);
      else await check.add(lines);
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    throw new TemplateFault(...check.faults, ...error.faults);
  }
  if (check.faults.length > 0) throw new TemplateFault(...check.faults);
  return check.loans;
}

class FileCheck {
  readonly faults: Fault[] = [];
  readonly #db: Db;
  readonly #context: ReadingContext;
  /** Sums over the lines; money in cents. */
  readonly #totals = { loans: 0, principal: 0, balance: 0, paid: 0 };
  /** The line of each loan, and of each borrower's running loan. */
  readonly #loans = new Map<string, number>();
  readonly #running = new Map<string, number>();
  readonly #importId: LoanImportId | undefined;
  #batch: ReadLoan[] = [];

  constructor(db: Db, context: ReadingContext, importId: LoanImportId | undefined) {
    this.#db = db;
    this.#context = context;
    this.#importId = importId;
  }

  get loans(): number {
    return this.#totals.loans;
  }

  #fault(line: number, column: Column, fault: string): void {
    this.faults.push({ line, column, fault });
    if (this.faults.length >= maxFaults) throw new TemplateFault();
  }

  async add(lines: LoanLines): Promise<void> {
    this.#totals.loans += 1;
    let read: ReadLoan;
    try {
      read = readLoan(lines, this.#context);
    } catch (error) {
      if (!(error instanceof TemplateFault)) throw error;
      for (const { line, column, fault } of error.faults) if (column !== '') this.#fault(line, column, fault);
      return;
    }
    const { line, draft, opening, isSettled } = read;
    this.#totals.principal += draft.terms.principal;
    this.#totals.balance += sumOf(opening);
    this.#totals.paid += draft.payments.reduce((sum, { amount }) => sum + amount, 0);
    const before = this.#loans.get(draft.reference);
    if (before !== undefined)
      this.#fault(line, 'loan', `the loan ${draft.reference} stands on line ${before} already`);
    this.#loans.set(draft.reference, line);
    const other = isSettled ? undefined : this.#running.get(draft.phone);
    if (other !== undefined)
      this.#fault(line, 'phone', `its borrower has a running loan on line ${other} already`);
    if (!isSettled) this.#running.set(draft.phone, line);
    this.#batch.push(read);
    if (this.#batch.length >= batchSize) await this.#compareWithStored();
  }

  /** Compares with loans that were imported before, and with borrowers who have a running loan here. */
  async #compareWithStored(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    const brand = this.#context.brand.id;
    const references = batch.map(({ draft }) => draft.reference);
    const phones = batch.map(({ draft }) => draft.phone);
    const known = await this.#db
      .selectFrom('imported_loan')
      .innerJoin('loan_import', 'loan_import.id', 'import_id')
      .select(['reference', 'loan_import.id', 'loan_import.state'])
      .where('imported_loan.brand', '=', brand)
      .where('reference', 'in', references)
      .execute();
    const imported = new Map(known.map(({ reference, ...by }) => [reference, by]));
    const borrowers = await this.#db
      .selectFrom('loan_order')
      .innerJoin('borrower', 'borrower.id', 'loan_order.borrower_id')
      .select('phone')
      .where('borrower.brand', '=', brand)
      .where('phone', 'in', phones)
      .where('status', 'in', openStatuses)
      .execute();
    const busy = new Set(borrowers.map(({ phone }) => phone));
    for (const { line, draft, isSettled } of batch) {
      const by = imported.get(draft.reference);
      if (by && by.id !== this.#importId)
        this.#fault(
          line,
          'loan',
          by.state === 'staging' || by.state === 'staged'
            ? `the loan ${draft.reference} is staged already: undo the import ${by.id} first`
            : `the loan ${draft.reference} was imported already`,
        );
      if (!isSettled && busy.has(draft.phone))
        this.#fault(line, 'phone', 'its borrower has a running loan here');
    }
  }

  async end({ line, cells }: TemplateLine): Promise<void> {
    await this.#compareWithStored();
    // Sums of a file with faults say nothing.
    if (this.faults.length > 0) return;
    const { loans, principal, balance, paid } = this.#totals;
    const given: readonly (readonly [Column, string])[] = [
      ['loan', String(loans)],
      ['principal', decimal(principal)],
      ['balance', decimal(balance)],
      ['amount', decimal(paid)],
    ];
    for (const [column, sum] of given) {
      const total = cells[column] || 'empty';
      if (total !== sum) this.#fault(line, column, `the total is ${total}, the lines add up to ${sum}`);
    }
  }
}
