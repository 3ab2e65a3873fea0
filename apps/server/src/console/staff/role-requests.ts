import { allBrands } from '@hiram/contract/console/rights';
import type { previewRoles, requestRoles } from '@hiram/contract/console/staff';
import type { StaffId } from '@hiram/contract/ids';
import { isRejection, NotFound, reject } from '../../platform/errors/rejection.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { effectDigest } from '../actions/action.ts';
import { requestAction } from '../actions/request.ts';
import { actionScope } from '../actions/scope.ts';
import { assignRoles, type RoleRequest, rightsOfRoles, rolesIn } from './assign-roles.ts';

function roleRequest(input: { readonly staffId: StaffId; readonly roles: readonly string[] }): RoleRequest {
  return { staffId: input.staffId, roles: [...new Set(input.roles)].sort() };
}

/** Only a person who is in the brand, or has no role yet, is known to its administrators. Throws NotFound. */
async function checkVisible({ db, brand }: StaffRequest, { staffId }: RoleRequest): Promise<void> {
  if (brand === allBrands) return;
  const rows = await db.selectFrom('staff_role').select('brand').where('staff_id', '=', staffId).execute();
  if (rows.length > 0 && !rows.some((row) => row.brand === brand))
    throw new NotFound('a member of staff of another brand');
}

/** The effect of an assignment of roles. */
export const showRoleChange: StaffHandler<typeof previewRoles> = async (input, staffRequest) => {
  const { db, brand, session } = staffRequest;
  const request = roleRequest(input);
  if (request.staffId.toLowerCase() === session.staffId) return reject('concernsYou');
  const effect = await assignRoles.preview(await actionScope(staffRequest), request);
  if (isRejection(effect)) return effect;
  await checkVisible(staffRequest, request);
  const before = await rolesIn(db, request.staffId, brand);
  const rightsBefore = await rightsOfRoles(db, before);
  const rightsAfter = await rightsOfRoles(db, request.roles);
  return {
    digest: effectDigest(assignRoles, brand, request, effect).toString('hex'),
    before: [...before],
    after: [...request.roles],
    gained: rightsAfter.filter((right) => !rightsBefore.includes(right)),
    lost: rightsBefore.filter((right) => !rightsAfter.includes(right)),
    // The calls of roles ask and approve: no limit lets one person do it.
    needsSecondPerson: true,
  };
};

/** Requests an assignment of roles. */
export const storeRoleRequest: StaffHandler<typeof requestRoles> = async (input, staffRequest) => {
  const { session, authority } = staffRequest;
  const { digest, reason } = input;
  const request = roleRequest(input);
  if (authority === undefined) throw new Error('requestRoles names an action');
  await checkVisible(staffRequest, request);
  const requested = await requestAction(assignRoles, await actionScope(staffRequest), {
    request,
    digest,
    reason,
    staffId: session.staffId,
    token: session.token,
    authority,
  });
  if (!isRejection(requested))
    return { approvalId: requested.approvalId, expiresAt: requested.expiresAt.toISOString() };
  // The role has no amount, so that no limit on amounts can be exceeded.
  const { rejected } = requested;
  if (rejected === 'overLimit') throw new Error('an assignment of roles has no amount');
  return { ...requested, rejected };
};
