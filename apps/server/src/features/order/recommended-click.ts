import type { recommendedClick } from '@hiram/contract/order';
import type { Handler } from '../../api/serve.ts';
import { countClick, isOpenTo, recommendedLink } from '../../lending/origination/recommended.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** Counts a tap on a partner's product and gives its link. */
export const openRecommended: Handler<typeof recommendedClick> = async (
  { module, position, key },
  requestContext,
) => {
  const { appContext, brand, borrower, db, context, now, log } = requestContext;
  const today = await requestContext.today();
  if (!(await isOpenTo(db, brand, borrower.id, { key, today })))
    return reject('notOffered', { field: 'key' });
  await countClick(db, brand, { borrowerId: borrower.id, module, position, key, today, now });
  const link = await recommendedLink(db, brand, { key, context, sandbox: appContext.config.sandbox });
  if ('url' in link) return link;
  log.warn({ host: link.refusedHost }, 'a link to a host that the brand does not list');
  return reject('linkRefused');
};
