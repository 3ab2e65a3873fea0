import { refusalReasons, reviewerReasons } from '../../../brands/refusal-reasons.ts';
import type { Order } from '../../loans/order-store.ts';

const knownReasons = [...refusalReasons, ...reviewerReasons, 'lapsed', 'declined'] as const;
type KnownReason = (typeof knownReasons)[number];

function isKnown(reason: unknown): reason is KnownReason {
  return knownReasons.some((known) => known === reason);
}

/** The reasons of a refusal that a borrower reads, in the order of their weight: that of the policy's stages. */
export function reasonsOf(order: Pick<Order, 'decision'>): readonly KnownReason[] {
  const decision = order.decision;
  const reasons =
    typeof decision === 'object' && decision !== null && 'reasons' in decision ? decision.reasons : [];
  return Array.isArray(reasons) ? reasons.filter(isKnown) : [];
}
