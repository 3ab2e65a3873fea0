import { waysOut } from '@hiram/contract/arrangement';
import { arrangeLoan } from '@hiram/contract/console/loan';
import type { LocalDate } from '@hiram/loan';
import { type StaffMember, staffMember } from '../console/console.ts';
import { approveAs, submitAction } from '../console/console-actions.ts';
import type { DemoBorrower, Hiram } from '../processes/running-server.ts';

/** Two persons who propose an arrangement: one asks, another approves. */
export interface Proposers {
  readonly asks: StaffMember;
  readonly approves: StaffMember;
}

export async function proposersOf(hiram: Hiram): Promise<Proposers> {
  return { asks: await staffMember(hiram, 'cashier'), approves: await staffMember(hiram, 'controller') };
}

/** Proposes that a borrower of spec pays in parts on these days. */
export async function proposeParts(
  { asks, approves }: Proposers,
  { orderId }: DemoBorrower,
  days: readonly LocalDate[],
): Promise<void> {
  const asked = await submitAction(asks, arrangeLoan, { orderId, days }, { brand: 'spec' });
  if (!asked.success) throw new Error(`not proposed: ${asked.code}`);
  if (asked.data.state === 'done') return;
  const approved = await approveAs(approves, asked.data.approvalId, 'spec');
  if (!approved.success) throw new Error(`not approved: ${approved.code}`);
}

/** The digest of the agreement that waits for the borrower; empty: none does. */
export async function waitingAgreement(hiram: Hiram, { orderId, context }: DemoBorrower): Promise<string> {
  return (await hiram.send(waysOut, { orderId }, context)).data.offer?.agreement.sha256 ?? '';
}
