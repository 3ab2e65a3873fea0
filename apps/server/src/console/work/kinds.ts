import { allBrands } from '@hiram/contract/console/rights';
import { type TaskKind, taskKinds } from '@hiram/contract/task-kind';
import { hasRight } from '../access/rights.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import type { Decider } from '../lists/decidable.ts';
import { rightOfKind, type TaskPart, type TaskQuery } from '../lists/task-list.ts';

/** The kinds of tasks that the caller sees in the brand. */
export function ownKinds({ rights, brand }: StaffRequest): readonly TaskKind[] {
  return taskKinds.filter((kind) => hasRight(rights, rightOfKind[kind], brand));
}

/** The brands of a call. In all brands also tasks whose cause names none. */
export function brandsOf({ context, brand }: StaffRequest): readonly string[] {
  return brand === allBrands ? [...context.appContext.brands.keys(), allBrands] : [brand];
}

const deciderOf = ({ context, rights, session, now }: StaffRequest): Decider => ({
  staffId: session.staffId,
  rights,
  approvalRights: context.approvalRights,
  now,
});

/** True: requests of the lender as a whole are the caller's under every brand, as in the list of approvals. */
export const decidesForLender = ({ rights }: StaffRequest) => hasRight(rights, 'approval.approve', allBrands);

export function queryOf(request: StaffRequest, part: TaskPart, kinds = ownKinds(request)): TaskQuery {
  return {
    part,
    brands: brandsOf(request),
    kinds,
    staffId: request.session.staffId,
    now: request.now,
    decider: deciderOf(request),
    decidesForLender: decidesForLender(request),
  };
}
