import type { EffectLine, JournalLine } from '@hiram/contract/console/effect';
import type { ActionName, Right } from '@hiram/contract/console/rights';
import type { OrderId } from '@hiram/contract/ids';
import { brandOf } from '../../brands/brand-of.ts';
import { smsText } from '../../brands/messages/sms-length.ts';
import { localeOf } from '../../lending/borrowers/locale.ts';
import { appendEvent, type NewEvent } from '../../lending/loans/append-event.ts';
import { loadEvents } from '../../lending/loans/order-store.ts';
import { type NewNotice, notify } from '../../lending/notices/notify.ts';
import { renderNotice } from '../../lending/notices/render.ts';
import {
  type Adjustment,
  type AdjustmentFault,
  CannotAdjust,
  type LoanToday,
  plannedEvent,
} from '../../lending/review/adjustment.ts';
import { type AdjustmentEffect, effectOf } from '../../lending/review/adjustment-effect.ts';
import { isRejection, type Rejection, reject } from '../../platform/errors/rejection.ts';
import type { Action, ActionScope } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';
import { loadLoan } from './load-loan.ts';

interface LoanRequest {
  readonly orderId: OrderId;
}

/** A decision as it would be booked now, with what it changes. */
export interface PlannedDecision {
  readonly loan: LoanToday;
  readonly event: NewEvent & { readonly id: string };
  readonly effect: AdjustmentEffect;
}

/** A message to the borrower, with cents and days that are written in their language. */
type DecisionText = Pick<NewNotice, 'kind' | 'values'>;

/** The parts in which the actions on a loan differ. */
export interface LoanDecision<Request extends LoanRequest> {
  readonly name: ActionName;
  readonly right: Right;
  adjustment(request: Request): Adjustment;
  /** The cents that limits count. */
  amount(planned: PlannedDecision): number;
  /** True if the lender gives the amount up, or pays it out. */
  readonly isCost: boolean;
  /** Lines beside the parts of the debt. */
  lines?(planned: PlannedDecision): readonly EffectLine[];
  /** The text message to the borrower; undefined: none, as where nothing changes for them. */
  text?(planned: PlannedDecision): DecisionText | undefined;
  /** A danger that both persons must know; undefined: none. */
  warning?(scope: ActionScope, planned: PlannedDecision): Promise<string | undefined>;
  notes(planned: PlannedDecision): readonly string[];
}

/** An action on a loan. Its effect is what the engine computes with the event that it would append. */
export function loanAction<Request extends LoanRequest>(
  decision: LoanDecision<Request>,
): Action<Request, AdjustmentFault> {
  const { name, right } = decision;
  return {
    name,
    right,
    approvalRight: 'loan.approveRequest',
    async lock({ db, brand }, { orderId }) {
      await loadLoan(db, oneBrandOf({ brand }), orderId, true);
    },
    async preview(scope, request) {
      const planned = await plan(scope, request.orderId, decision.adjustment(request));
      if (isRejection(planned)) return planned;
      const warning = await decision.warning?.(scope, planned);
      const borrowerReads = await borrowerText(scope, planned, decision.text?.(planned));
      return {
        subject: 'loan_order',
        subjectId: planned.loan.order.id,
        amount: decision.amount(planned),
        ...(decision.isCost ? { cost: decision.amount(planned) } : {}),
        lines: [...partLines(planned.effect), ...(decision.lines?.(planned) ?? [])],
        journal: journalOf(planned.effect),
        ...(borrowerReads === undefined ? {} : { borrowerReads }),
        ...(warning === undefined ? {} : { warning }),
        notes: decision.notes(planned),
      };
    },
    async perform(scope, request, { approvalId }) {
      const planned = await plan(scope, request.orderId, decision.adjustment(request));
      if (isRejection(planned)) throw new Error(`${name} was possible a moment ago: ${planned.rejected}`);
      const { order } = planned.loan;
      const given = await scope.db
        .selectFrom('approval')
        .select(['reference', 'reason', 'effect_digest'])
        .where('id', '=', approvalId)
        .executeTakeFirstOrThrow();
      const note = {
        reference: given.reference,
        reason: given.reason,
        approval: approvalId,
        digest: given.effect_digest.toString('hex'),
      };
      const moment = { brand: brandOf(scope.appContext, order), today: scope.today, now: scope.now };
      await appendEvent(scope.db, order, { ...planned.event, note }, moment);
      const text = decision.text?.(planned);
      if (text !== undefined)
        await notify(scope.db, scope.appContext, order, { ...text, event: `decision ${approvalId}` });
    },
  };
}

async function plan(
  { db, brand, today, appContext }: ActionScope,
  orderId: OrderId,
  adjustment: Adjustment,
): Promise<PlannedDecision | Rejection<AdjustmentFault>> {
  const order = await loadLoan(db, oneBrandOf({ brand }), orderId);
  const loan = { order, stored: await loadEvents(db, order), today };
  try {
    const event = await plannedEvent(db, appContext, loan, adjustment);
    return { loan, event, effect: await effectOf(db, loan, event) };
  } catch (error) {
    if (error instanceof CannotAdjust && error.reason !== undefined)
      return reject(error.reason, { values: error.values });
    throw error;
  }
}

/** The parts of the debt before and after. */
function partLines({ before, after }: AdjustmentEffect): readonly EffectLine[] {
  const money = (label: string, from: number, to: number, of?: EffectLine['of']): EffectLine => ({
    label,
    before: String(from),
    after: String(to),
    format: 'money',
    ...(of === undefined ? {} : { of }),
  });
  const { position: from } = before;
  const { position: to } = after;
  return [
    money('Principal', before.principal, after.principal, 'part'),
    money('Interest', before.interest, after.interest, 'part'),
    money('Late charge', before.late, after.late, 'part'),
    money('Penalty', before.penalty, after.penalty, 'part'),
    money('Owed today', before.owed, after.owed, 'owed'),
    money('Due', from?.due ?? 0, to?.due ?? 0, 'due'),
    ...(before.credit === after.credit ? [] : [money('Credit of the borrower', before.credit, after.credit)]),
    ...(from?.dueDate === to?.dueDate
      ? []
      : [
          { label: 'Due on', before: from?.dueDate ?? '', after: to?.dueDate ?? '', format: 'date' as const },
        ]),
    ...(from?.status === to?.status
      ? []
      : [{ label: 'Status', before: from?.status ?? '', after: to?.status ?? '', format: 'words' as const }]),
  ];
}

function journalOf({ journal }: AdjustmentEffect): readonly JournalLine[] {
  return [...journal]
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({ account, debit: Math.max(0, amount), credit: Math.max(0, -amount) }));
}

/** The text message as the borrower would get it. */
async function borrowerText(
  { db, appContext }: ActionScope,
  { loan }: PlannedDecision,
  text: DecisionText | undefined,
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const locale = await localeOf(db, appContext, loan.order.borrower_id);
  if (locale.erased) return undefined;
  return smsText(renderNotice(locale, text.kind, text.values, appContext.config.publicUrl).text);
}
