import { jointClick, jointFailure, jointProductLink } from '@hiram/contract/joint-login';
import type { Server } from '../../api/serve.ts';
import { jointLoginReasons, latestJointFailure } from '../../lending/origination/joint-login.ts';
import {
  countClick,
  isOpenTo,
  recommendedLink,
  recommendedProducts,
} from '../../lending/origination/recommended.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** A partner's failed sign-in of the borrower: its reason and alternatives (JLF-01 … JLF-03). */
export function jointLoginRoutes({ serve, appContext }: Server): void {
  serve(jointFailure, async ({ orderId }, { db, brand, borrower, translate }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    const failure = await latestJointFailure(db, borrower.id, orderId);
    const reason = jointLoginReasons.find((known) => known === failure?.reason) ?? 'unsaid';
    const partner =
      brand.recommended.find((product) => product.key === failure?.partner)?.name ?? failure?.partner ?? '';
    return {
      noticeMsg: partner ? translate('joint.notice', { partner }) : translate('joint.noticeUnnamed'),
      errorMsg: translate(`joint.${reason}`),
      // Leave out the partner that has just failed.
      recProducts: (await recommendedProducts(db, brand, borrower.id, today)).filter(
        (product) => product.key !== failure?.partner,
      ),
      telephone: brand.servicePhone,
    };
  });

  serve(jointClick, async ({ moduleId, positionId, key }, { db, brand, borrower, now }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    if (!(await isOpenTo(db, brand, borrower.id, { key, today })))
      return reject('notOffered', { field: 'key' });
    await countClick(db, brand, { borrowerId: borrower.id, moduleId, positionId, key, today, now });
    return {};
  });

  serve(jointProductLink, async ({ key }, { db, brand, borrower, context, log }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    if (!(await isOpenTo(db, brand, borrower.id, { key, today })))
      return reject('notOffered', { field: 'key' });
    const link = await recommendedLink(db, brand, key, context, appContext.config.sandbox);
    if ('url' in link) return link;
    log.warn({ host: link.refusedHost }, 'a link to a host that the brand does not list');
    return reject('linkRefused');
  });
}
