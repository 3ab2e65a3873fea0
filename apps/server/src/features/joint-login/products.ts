import type { jointClick, jointProductLink } from '@hiram/contract/joint-login';
import type { Handler } from '../../api/serve.ts';
import { countClick, isOpenTo, recommendedLink } from '../../lending/origination/recommended.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** Records that the borrower chose another partner. */
export const recordClick: Handler<typeof jointClick> = async ({ module, position, key }, requestContext) => {
  const { db, brand, borrower, now } = requestContext;
  const today = await requestContext.today();
  if (!(await isOpenTo(db, brand, borrower.id, { key, today })))
    return reject('notOffered', { field: 'key' });
  await countClick(db, brand, { borrowerId: borrower.id, module, position, key, today, now });
  return {};
};

/** The link to another partner. */
export const openProduct: Handler<typeof jointProductLink> = async ({ key }, requestContext) => {
  const { appContext, db, brand, borrower, context, log } = requestContext;
  const today = await requestContext.today();
  if (!(await isOpenTo(db, brand, borrower.id, { key, today })))
    return reject('notOffered', { field: 'key' });
  const link = await recommendedLink(db, brand, { key, context, sandbox: appContext.config.sandbox });
  if ('url' in link) return link;
  log.warn({ host: link.refusedHost }, 'a link to a host that the brand does not list');
  return reject('linkRefused');
};
