import type { answerOnCall, cancelShift, planShift } from '@hiram/contract/console/coverage';
import { allBrands } from '@hiram/contract/console/rights';
import type { StaffCall } from '@hiram/contract/console/staff-call';
import type { StaffShiftId } from '@hiram/contract/ids';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId, newId } from '../../platform/ids.ts';
import { watchCoverage } from '../../scheduler/coverage-gaps.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import { lockStaff } from '../access/sign-in/staff-store.ts';
import { holdersIn } from './show-coverage.ts';

/** A handler after which the task for a gap in the coverage is as the shifts are then. */
export function watched<Call extends StaffCall>(handle: StaffHandler<Call>): StaffHandler<Call> {
  return async (input, request) => {
    const answer = await handle(input, request);
    const { db, brand, context } = request;
    const { clock, brands } = context.appContext;
    for (const one of brand === allBrands ? brands.keys() : [brand]) await watchCoverage({ db, clock }, one);
    return answer;
  };
}

const maxMs = 7 * 86_400_000;

/** Plans a shift, which counts at once, or asks a person to be on call, which counts when they accept. */
export const plan: StaffHandler<typeof planShift> = async (input, request) => {
  const { db, brand, now, session } = request;
  const [startsAt, endsAt] = [new Date(input.startsAt), new Date(input.endsAt)];
  const length = endsAt.getTime() - startsAt.getTime();
  if (!(length > 0 && length <= maxMs) || endsAt <= now) return reject('badTime', { field: 'endsAt' });
  const staffId = knownId(input.staffId);
  const holders = await holdersIn(db, brand);
  if (!holders.some((holder) => holder.staffId === staffId))
    return reject('noSuchPerson', { field: 'staffId' });
  return inTransaction(db, async (trx) => {
    // Two plans for one person at once wait for each other.
    await lockStaff(trx, staffId);
    const other = await trx
      .selectFrom('staff_shift')
      .select('id')
      .where('staff_id', '=', staffId)
      .where('state', 'in', ['requested', 'accepted'])
      .where('starts_at', '<', endsAt)
      .where('ends_at', '>', startsAt)
      .executeTakeFirst();
    if (other) return reject('overlaps', { field: 'startsAt' });
    const shiftId = newId() as StaffShiftId;
    await trx
      .insertInto('staff_shift')
      .values({
        id: shiftId,
        staff_id: staffId,
        brand,
        kind: input.kind,
        starts_at: startsAt,
        ends_at: endsAt,
        state: input.kind === 'shift' ? 'accepted' : 'requested',
        planned_by: session.staffId,
        planned_at: now,
      })
      .execute();
    return { shiftId };
  });
};

/** A shift of the brand, locked. Throws NotFound. */
async function lockShift(trx: Db, { brand }: StaffRequest, shiftId: StaffShiftId) {
  const shift = await trx
    .selectFrom('staff_shift')
    .selectAll()
    .where('id', '=', knownId(shiftId))
    .$if(brand !== allBrands, (query) => query.where('brand', 'in', [brand, allBrands]))
    .forUpdate()
    .executeTakeFirst();
  if (!shift) throw new NotFound('no shift of the brand');
  return shift;
}

/** Cancels a shift or on-call duty. */
export const cancel: StaffHandler<typeof cancelShift> = async ({ shiftId }, request) =>
  inTransaction(request.db, async (trx) => {
    const shift = await lockShift(trx, request, shiftId);
    if (!['requested', 'accepted'].includes(shift.state)) return reject('alreadyClosed');
    await trx.updateTable('staff_shift').set({ state: 'cancelled' }).where('id', '=', shift.id).execute();
    return {};
  });

/** Answers the on-call duty that the caller was asked for. Another person's is NotFound. */
export const answer: StaffHandler<typeof answerOnCall> = async ({ shiftId, accepts }, request) =>
  inTransaction(request.db, async (trx) => {
    const shift = await lockShift(trx, request, shiftId);
    if (shift.staff_id !== request.session.staffId) throw new NotFound('no on-call duty of the caller');
    if (shift.state !== 'requested') return reject('alreadyClosed');
    await trx
      .updateTable('staff_shift')
      .set({ state: accepts ? 'accepted' : 'declined', answered_at: request.now })
      .where('id', '=', shift.id)
      .execute();
    return {};
  });
