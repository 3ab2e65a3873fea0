import { sql } from 'kysely';
import { markets } from '../../brands/markets/markets.ts';
import { translatorFor } from '../../brands/texts/translate.ts';
import { isSourcePaused } from '../../lending/origination/funnel.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import type { Action, ActionScope } from '../actions/action.ts';

/** A source by the name in the advertisement's link; empty: visitors without one. */
interface PauseRequest {
  readonly userFrom: string;
  readonly isPaused: boolean;
}

const text = (userFrom: string) => (userFrom === '' ? 'visitors without a source' : userFrom);

/** Reports whether a visitor of the brand came from the source. */
async function isKnownSource({ db, brand }: ActionScope, userFrom: string): Promise<boolean> {
  if (userFrom === '') return true;
  const event = await db
    .selectFrom('promotion_event')
    .select('kind')
    .where('brand', '=', brand)
    .where('user_from', '=', userFrom)
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

/** Pauses a source of visitors, or resumes it. A paused source's visitors get no code; whoever has one may go on. */
export const pauseAction: Action<PauseRequest, 'alreadySo' | 'unknownSource'> = {
  name: 'funnel.pause',
  right: 'funnel.pause',
  approvalRight: 'funnel.pause',
  async lock({ db, brand }, { userFrom }) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`source ${brand} ${userFrom}`}, 0))`.execute(
      db,
    );
  },
  async preview(scope, { userFrom, isPaused }) {
    const { db, brand, appContext } = scope;
    const loaded = appContext.brands.get(brand);
    if (!loaded) throw new NotFound('a source is of one brand');
    const before = await isSourcePaused(db, brand, userFrom);
    if (before === isPaused) return reject('alreadySo');
    if (isPaused && !(await isKnownSource(scope, userFrom)))
      return reject('unknownSource', { field: 'userFrom' });
    const words = (paused: boolean) => (paused ? 'get no code' : 'get codes');
    return {
      subject: 'source',
      subjectId: userFrom,
      amount: undefined,
      lines: [
        { label: 'Source', before: text(userFrom), after: text(userFrom) },
        { label: 'New visitors', before: words(before), after: words(isPaused) },
      ],
      ...(isPaused
        ? {
            borrowerReads: translatorFor(loaded.language, markets[loaded.market])('rejection.sourcePaused'),
          }
        : {}),
      notes: ['Who has a code already can still register. Borrowers who sign in are not affected.'],
    };
  },
  async perform({ db, brand, now }, { userFrom, isPaused }, { approvalId }) {
    if (isPaused)
      await db
        .insertInto('source_pause')
        .values({ id: newId(), brand, user_from: userFrom, paused_at: now, approval_id: approvalId })
        .execute();
    else
      await db
        .updateTable('source_pause')
        .set({ resumed_at: now, resume_approval_id: approvalId })
        .where('brand', '=', brand)
        .where('user_from', '=', userFrom)
        .where('resumed_at', 'is', null)
        .execute();
  },
};
