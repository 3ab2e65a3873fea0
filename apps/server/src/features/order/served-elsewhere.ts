import type { BorrowerRequest } from '../../api/serve.ts';
import { allowedLink, hostOf } from '../../lending/origination/links.ts';
import { newId } from '../../platform/ids.ts';
import { countUsage } from '../../platform/usage-limits.ts';
import type { OrderFacts } from './details.ts';

/** Maximum number of refused links stored for one borrower in a day: the page repeats the call whenever it is opened. */
const maxRefusedLinks = 20;

/**
 * The allowed link to the partner that serves this order, or an empty text (ORD-16). A link to an unlisted host is stored,
 * never opened.
 */
export async function servedElsewhere(
  { appContext, brand, context, db, borrower, now, log }: BorrowerRequest,
  { order }: OrderFacts,
): Promise<string> {
  if (!order.served_at) return '';
  const link = allowedLink(brand, order.served_at, context, appContext.config.sandbox);
  if (link !== undefined) return link;
  const host = hostOf(order.served_at);
  log.warn({ host }, 'a link to a host that the brand does not list');
  const limits = [{ kind: 'link borrower', subject: borrower.id, max: maxRefusedLinks }];
  if (!(await countUsage(db, appContext.cipher, { brand: brand.id, limits, now }))) return '';
  await db
    .insertInto('refused_link')
    .values({ id: newId(), brand: brand.id, borrower_id: borrower.id, host, seen_at: now })
    .execute();
  return '';
}
