import type { Brand } from './brand.ts';
import { type ComplaintLimits, markets } from './markets/markets.ts';

/** The law's limits for a complaint of a brand: what its file says, else the market's. The source says if it is unconfirmed. */
export function complaintLimits({
  market,
  complaints,
}: Pick<Brand, 'market' | 'complaints'>): ComplaintLimits {
  if (complaints) return { ...complaints, isConfirmed: true };
  const { source, isConfirmed, ...days } = markets[market].complaints;
  return { ...days, isConfirmed, source: isConfirmed ? source : `${source} (to be confirmed by counsel)` };
}
