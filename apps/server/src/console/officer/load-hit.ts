import { allBrands } from '@hiram/contract/console/rights';
import type { HitId } from '@hiram/contract/ids';
import { type Hit, lockHit as lock } from '../../lending/screening/decide-hit.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import type { ActionScope } from '../actions/action.ts';
import { oneBrandOf } from '../actions/scope.ts';

/** The hit of the brand; `*`: of any brand. Throws NotFound for a missing one and for another brand's. */
export async function loadHit(db: Db, brand: string, hitId: HitId): Promise<Hit> {
  let query = db.selectFrom('screening_hit').selectAll().where('id', '=', knownId(hitId));
  if (brand !== allBrands) query = query.where('brand', '=', brand);
  const hit = await query.executeTakeFirst();
  if (!hit) throw new NotFound('no hit of the brand');
  return hit;
}

/** Locks a hit until the action's transaction ends, and returns it. */
export async function lockedHit(
  { db, brand }: ActionScope,
  { hitId }: { readonly hitId: HitId },
): Promise<Hit> {
  const hit = await lock(db, oneBrandOf({ brand }), knownId(hitId));
  if (!hit) throw new NotFound('no hit of the brand');
  return hit;
}
