import { brandOf } from '../../brands/brand-of.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { AppContext } from '../../context/app-context.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import type { Order } from '../loans/order-store.ts';
import { currentCheck, pictureOf, storeAnswer } from './identity-check.ts';

/**
 * Asks the lender's identity service about the document that counts, once: of several answers the first counts. Without a service
 * the check stays open, and a person decides it. Throws Unavailable if it does not answer.
 */
export async function askIdentityService(
  appContext: AppContext,
  order: Pick<Order, 'borrower_id' | 'brand'>,
): Promise<void> {
  const { identity } = appContext.ports;
  const { db } = appContext;
  const check = await currentCheck(db, order.borrower_id);
  if (!identity || check?.state !== 'open') return;
  const brand = brandOf(appContext, order);
  const inBase64 = async (part: 'front' | 'back' | 'selfie') =>
    (await pictureOf(db, appContext, check, part))?.toString('base64');
  const front = await inBase64('front');
  // Deleted by age before anybody looked.
  if (front === undefined) return;
  const answer = await identity.ask({
    reference: check.id,
    brand: brand.id,
    country: markets[brand.market].country,
    document: check.document,
    front,
    back: await inBase64('back'),
    selfie: await inBase64('selfie'),
  });
  await inTransaction(db, (trx) => storeAnswer(trx, appContext, brand, check, answer));
}
