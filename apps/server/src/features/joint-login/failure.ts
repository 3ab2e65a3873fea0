import type { jointFailure } from '@hiram/contract/joint-login';
import type { Handler } from '../../api/serve.ts';
import { jointLoginReasons, latestJointFailure } from '../../lending/origination/joint-login.ts';
import { recommendedTo } from '../../lending/origination/recommended.ts';

/** The reason why the partner's sign-in failed, and alternatives. */
export const showFailure: Handler<typeof jointFailure> = async ({ orderId }, requestContext) => {
  const { db, brand, borrower, translate } = requestContext;
  const today = await requestContext.today();
  const failure = await latestJointFailure(db, borrower.id, orderId);
  const reason = jointLoginReasons.find((known) => known === failure?.reason) ?? 'unsaid';
  const partner =
    brand.recommended.find((product) => product.key === failure?.partner)?.name ?? failure?.partner ?? '';
  const offered = await recommendedTo(requestContext, today);
  // A partner that said no, or that does not know the borrower, would say so again.
  const canRetry =
    reason !== 'rejected' &&
    reason !== 'noAccount' &&
    offered.some(({ key, availability }) => key === failure?.partner && availability !== 'disabled');
  return {
    notice: partner ? translate('joint.notice', { partner }) : translate('joint.noticeUnnamed'),
    reason: translate(`joint.${reason}`),
    // Leave out the partner that has just failed.
    recommendedProducts: offered.filter(({ key }) => key !== failure?.partner),
    servicePhone: brand.servicePhone,
    ...(canRetry && failure ? { retry: failure.partner } : {}),
  };
};
