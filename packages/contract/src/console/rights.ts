/**
 * Rights of the lender's staff. A role has rights (`role_right`), a person has roles in a brand or in all of them
 * (`staff_role`). Each call of the console names the right that it needs.
 */
export const rights = [
  'approval.grant',
  'approval.read',
  'staff.assignRoles',
  'staff.endEmployment',
  'staff.endSessions',
  'staff.grantRoles',
  'staff.invite',
  'staff.read',
] as const;
export type Right = (typeof rights)[number];

/** The roles that an installation starts with. A lender may add others as rows. */
export const shippedRoles = [
  'admin',
  'cashier',
  'collector',
  'controller',
  'marketer',
  'officer',
  'reviewer',
  'risk',
  'support',
] as const;
export type ShippedRole = (typeof shippedRoles)[number];

/** Actions that a second person may have to grant. `authority` holds the limits of each role. */
export const actions = ['staff.assignRoles'] as const;
export type ActionName = (typeof actions)[number];

/** In place of a brand: every brand of the lender. */
export const allBrands = '*';
