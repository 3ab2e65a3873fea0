import type { Right } from '@hiram/contract/console/rights';
import type { StaffId } from '@hiram/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { HeldRight } from '../access/rights.ts';

/** The person who may decide, and the right that approves each action. */
export interface Decider {
  readonly staffId: StaffId;
  readonly rights: readonly HeldRight[];
  readonly approvalRights: ReadonlyMap<string, Right>;
  readonly now: Date;
}

/**
 * The condition that a row of `approval` waits for this person: somebody else asked, and they may approve its action in its
 * brand. Every number and list of what waits for somebody follows it.
 */
export function isDecidable({ staffId, rights, approvalRights, now }: Decider): RawBuilder<boolean> {
  const pairs = [...approvalRights].flatMap(([action, right]) =>
    rights.filter((held) => held.right === right).map(({ brand }) => ({ action, brand })),
  );
  return sql<boolean>`(approval.state = 'waiting' and approval.requested_by <> ${staffId} and approval.expires_at > ${now}
    and exists (
      select from unnest(${pairs.map(({ action }) => action)}::text[], ${pairs.map(({ brand }) => brand)}::text[])
        as decides (action, brand)
      where decides.action = approval.action and decides.brand in (approval.brand, '*')))`;
}
