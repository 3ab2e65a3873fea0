import { type ActionName, allBrands, costLimit } from '@hiram/contract/console/rights';
import { reject } from '../../platform/errors/rejection.ts';
import { limitPlaces, rolesOf } from '../access/rights.ts';
import type { Action, ActionScope } from '../actions/action.ts';

/** The limits that a role shall have on an action. Amounts are cents; null: no limit. */
interface LimitRequest {
  readonly role: string;
  readonly action: ActionName | typeof costLimit;
  readonly maxPerItem: number | null;
  readonly maxPerDay: number | null;
  readonly secondPersonFrom: number | null;
}

type LimitRejection = 'unknownRole' | 'nothingChanges' | 'alwaysTwo' | 'costOfDay';

/** Actions that one person never does alone: they decide what one person may do alone, or rest on nobody's word but theirs. */
const alwaysTwo: readonly string[] = [
  'moneyIn.postLine',
  'staff.assignRoles',
  'staff.endEmployment',
  'staff.recover',
  'staff.setLimit',
];

const columnsOf = ({ maxPerItem, maxPerDay, secondPersonFrom }: LimitRequest) => ({
  max_per_item: maxPerItem,
  max_per_day: maxPerDay,
  second_person_from: secondPersonFrom,
});

/** The limit that counts in the brand now: its own, or that of its currency or of all brands. */
async function currentLimit({ db, brand, appContext }: ActionScope, { role, action }: LimitRequest) {
  const places = limitPlaces(appContext, brand);
  const rows = await db
    .selectFrom('authority')
    .select(['brand', 'max_per_item', 'max_per_day', 'second_person_from'])
    .where('role', '=', role)
    .where('action', '=', action)
    .where('brand', 'in', places)
    .execute();
  return rows.sort((one, other) => places.indexOf(one.brand) - places.indexOf(other.brand))[0];
}

/** Cents, or the words for no limit; empty: the role may not do it. */
const text = (cents: number | null | undefined, none: string) =>
  cents === undefined ? '' : `${cents ?? none}`;

const textFrom = (cents: number | null | undefined) => (cents === 0 ? 'always' : text(cents, 'never'));

/** Sets the limits of a role on an action in a brand. It always needs a second person. */
export const setLimitAction: Action<LimitRequest, LimitRejection> = {
  name: 'staff.setLimit',
  right: 'staff.setLimit',
  approvalRight: 'staff.approveRoles',

  /** The limit is of everybody who holds the role in the brand. */
  async concerns({ db, brand }, { role }, staffId) {
    const held = await rolesOf(db, staffId).execute();
    return held.some(
      (one) => one.role === role && (one.brand === brand || [one.brand, brand].includes(allBrands)),
    );
  },

  async lock({ db }, { role }) {
    // The server may not update roles, and needs no more than that nobody else sets a limit of the same one.
    await db.selectFrom('authority').select('role').where('role', '=', role).forUpdate().execute();
  },

  async preview(scope, request) {
    const { role, action, maxPerItem, maxPerDay, secondPersonFrom } = request;
    const known = await scope.db
      .selectFrom('role')
      .select('name')
      .where('name', '=', role)
      .executeTakeFirst();
    if (!known) return reject('unknownRole', { field: 'role' });
    if (alwaysTwo.includes(action) && secondPersonFrom !== 0)
      return reject('alwaysTwo', { field: 'secondPersonFrom' });
    if (action === costLimit && (maxPerDay === null || maxPerItem !== null || secondPersonFrom !== null))
      return reject('costOfDay', { field: 'maxPerDay' });
    const current = await currentLimit(scope, request);
    const next = columnsOf(request);
    if (
      current &&
      current.max_per_item === next.max_per_item &&
      current.max_per_day === next.max_per_day &&
      current.second_person_from === next.second_person_from
    )
      return reject('nothingChanges');
    const format = 'money' as const;
    return {
      subject: 'authority',
      subjectId: `${role} ${action}`,
      amount: undefined,
      lines: [
        { label: 'Role', before: role, after: role, format: 'words' },
        { label: 'Action', before: action, after: action, format: 'words' },
        ...(current ? [] : [{ label: 'Allowed', before: 'no', after: 'yes' }]),
        {
          label: 'Max per action',
          before: text(current?.max_per_item, 'no limit'),
          after: text(next.max_per_item, 'no limit'),
          format,
        },
        {
          label: 'Daily total without approval',
          before: text(current?.max_per_day, 'no limit'),
          after: text(next.max_per_day, 'no limit'),
          format,
        },
        {
          label: 'Approval from',
          before: textFrom(current?.second_person_from),
          after: textFrom(next.second_person_from),
          format,
        },
      ],
    };
  },

  async perform({ db, brand }, request, { approvalId }) {
    const { role, action } = request;
    const columns = { ...columnsOf(request), approval_id: approvalId };
    await db
      .insertInto('authority')
      .values({ role, action, brand, ...columns })
      .onConflict((conflict) => conflict.columns(['role', 'action', 'brand']).doUpdateSet(columns))
      .execute();
  },
};
