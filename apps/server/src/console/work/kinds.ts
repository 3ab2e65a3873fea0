import { allBrands, type Right } from '@hiram/contract/console/rights';
import { type TaskKind, taskKinds } from '@hiram/contract/task-kind';
import type { TaskPart, TaskQuery } from '../../lending/task-list.ts';
import { hasRight } from '../access/rights.ts';
import type { StaffRequest } from '../access/serve-staff.ts';

/** The right by which a person sees and owns tasks of a kind. */
export const rightOfKind: Readonly<Record<TaskKind, Right>> = {
  complaint: 'work.complaint',
  transfer: 'work.moneyIn',
  heldPayment: 'work.moneyIn',
  unknownPayment: 'work.moneyIn',
  contradictedPayout: 'work.moneyOut',
  refund: 'work.moneyOut',
  application: 'work.decision',
  payout: 'work.decision',
  heldPayout: 'work.moneyOut',
  statement: 'work.moneyIn',
  erasure: 'work.erasure',
  approval: 'work.approval',
  lateLoan: 'work.lateLoan',
};

/** The kinds of tasks that the caller sees in the brand. */
export function ownKinds({ rights, brand }: StaffRequest): readonly TaskKind[] {
  return taskKinds.filter((kind) => hasRight(rights, rightOfKind[kind], brand));
}

/** The brands of a call. In all brands also tasks whose cause names none. */
export function brandsOf({ context, brand }: StaffRequest): readonly string[] {
  return brand === allBrands ? [...context.appContext.brands.keys(), allBrands] : [brand];
}

export function queryOf(request: StaffRequest, part: TaskPart, kinds = ownKinds(request)): TaskQuery {
  return { part, brands: brandsOf(request), kinds, staffId: request.session.staffId, now: request.now };
}
