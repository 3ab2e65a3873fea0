import { createHash } from 'node:crypto';
import type { ActionCalls } from '@hiram/contract/console/action-calls';
import { showApprovalCase } from '@hiram/contract/console/approval-case';
import { refundCredit, showLoan, undoDecision } from '@hiram/contract/console/loan';
import { listRefundsDue } from '@hiram/contract/console/money-out';
import { confirmHit } from '@hiram/contract/console/officer';
import { asId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { beforeAll, expect, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { borrowerIdOf } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { openHit } from '../../lending/screening/screen.ts';
import { actAs } from '../../platform/database/actor.ts';

const hiram = setUpHiram({ BRAND: 'spec' });
let cashier: StaffMember;
let controller: StaffMember;
let officer: StaffMember;
beforeAll(async () => {
  [cashier, controller, officer] = [
    await staffMember(hiram, 'cashier'),
    await staffMember(hiram, 'controller'),
    await staffMember(hiram, 'officer'),
  ];
});

const spec = { brand: 'spec' };
const credit = 12_345;

/** A loan paid by too much, after the days in which the channel may take the payment back. */
async function overpaid(): Promise<DemoBorrower> {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  await payByCode(hiram, borrower, { excess: credit });
  await hiram.days(15);
  return borrower;
}

/** Finds the borrower on a list, as the next import would, and returns the hit. */
async function list({ orderId }: DemoBorrower) {
  const { db, brands, clock } = hiram.server.appContext;
  const borrowerId = await borrowerIdOf(hiram, orderId);
  const brand = brands.get('spec');
  if (!brand) throw new Error('no brand spec');
  const digest = createHash('sha256').update(orderId).digest();
  const entry = { list: 'own' as const, reference: '1', name: 'x', birth_years: [], digest, likeness: 900 };
  const person = { borrowerId, entry, person: digest, now: clock.now() };
  await actAs('a test', () => db.transaction().execute((trx) => openHit(trx, brand, person)));
  return db
    .selectFrom('screening_hit')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirstOrThrow();
}

test('a refund that was undone is shown no more, so that payments sum to what was paid [T1655]', async () => {
  const borrower = await overpaid();
  const { orderId, context } = borrower;
  const decide = async (calls: ActionCalls, request: object) => {
    const { data } = await submitAction(cashier, calls, request, spec);
    expect(await approveAs(controller, data.approvalId, 'spec')).toMatchObject({ success: true });
  };
  const paid = async () => {
    const order = (await hiram.send(loanDetails, { orderId }, context)).data.userOrderDetail;
    const sum = order.payments.reduce(
      (all, { kind, amount }) => all + (kind === 'refund' ? -amount : amount),
      0,
    );
    expect(order.paid).toBe(sum);
    return order.payments.map(({ kind }) => kind);
  };
  await decide(refundCredit, { orderId, amount: credit });
  expect(await paid()).toEqual(['refund', 'payment']);
  const { events } = (await cashier.browser.send(showLoan, { orderId }, spec)).data;
  const refunded = events.find(({ kind }) => kind === 'refunded')?.eventId;
  await decide(undoDecision, { orderId, eventId: refunded });
  expect(await paid()).toEqual(['payment']);
});

test('a refund to somebody on a screening list warns both persons, and voids a request made before [T1810]', async () => {
  const borrower = await overpaid();
  const request = { orderId: borrower.orderId, amount: credit };
  const warning = async () =>
    (await cashier.browser.send(refundCredit.preview, { request }, spec)).data.warning;
  const needsCheck = async () =>
    (await cashier.browser.send(listRefundsDue.page, {}, spec)).data.rows.find(
      ({ orderId }) => orderId === borrower.orderId,
    )?.needsCheck;
  expect([await warning(), await needsCheck()]).toEqual([undefined, false]);
  const early = await submitAction(cashier, refundCredit, request, spec);
  const hit = await list(borrower);
  expect([await warning(), await needsCheck()]).toEqual([
    expect.stringContaining('is not decided yet'),
    true,
  ]);
  expect(await approveAs(controller, asId(early.data.approvalId), 'spec')).toMatchObject({ code: 'changed' });
  const asked = await submitAction(officer, confirmHit, { hitId: hit.id }, spec);
  await approveAs(controller, asId(asked.data.approvalId), 'spec');
  expect(await warning()).toContain('before the officer has said');
  const { data } = await submitAction(cashier, refundCredit, request, spec);
  const approvalId = asId<'approval'>(data.approvalId);
  const shown = await controller.browser.send(showApprovalCase, { approvalId }, spec);
  expect(shown.data.effect.warning).toContain('before the officer has said');
  expect((await approveAs(controller, approvalId, 'spec')).success).toBe(true);
});
