import type { OrderId, ProductId } from '@hiram/contract/ids';
import { modules } from '@hiram/contract/modules';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { phoneLink } from '../../app/host/contact.ts';
import { goTo } from '../../app/navigation/go.ts';
import { href } from '../../app/navigation/href.ts';
import { paths } from '../../app/navigation/paths.ts';
import { market } from '../../app/settings/market.ts';
import { money } from '../../app/settings/money.ts';
import { settings } from '../../app/settings/settings.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx';
import { ActionPair } from '../../kit/layout/Screen.tsx';
import { afterRender } from '../../kit/runtime/later.ts';

const counting = afterRender(() => import('../../net/transport/count-event.ts'));

/** Counts a tap. What does not count it does not stop it. */
const countTap = (productId: ProductId, moduleId: number): Promise<void> =>
  counting.load().then(
    ({ countEvent }) => countEvent({ productId, moduleId, positionId: 0 }),
    () => undefined,
  );

/**
 * ORD-08: the next loan; before it the borrower's own money, which only a person can send back, or the certificate. The specified
 * page has the next loan alone.
 */
export function AfterSettlement({
  details,
  orderId,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
}): ReactNode {
  const { t } = useLingui();
  const { productId } = details;
  const { credit } = details.order;
  const borrow = (
    <Button
      look={credit === 0 && market.specifiedCopy ? 'primary' : 'secondary'}
      next={href(paths.productDetail, { productId })}
      onTap={() => {
        void countTap(productId, modules.borrowAgain);
        goTo(paths.productDetail, { productId });
      }}
    >
      {market.specifiedCopy ? t`Borrow Again` : t`Borrow again`}
    </Button>
  );
  if (credit === 0 && market.specifiedCopy) return borrow;
  return (
    <ActionPair>
      {borrow}
      {credit > 0 ? (
        <ButtonLink {...phoneLink(details.servicePhone || settings.servicePhone)}>
          {t`Get ${money(credit)} back`}
        </ButtonLink>
      ) : (
        <Button next={href(paths.contracts, { orderId })} onTap={() => goTo(paths.contracts, { orderId })}>
          {t`Get the certificate`}
        </Button>
      )}
    </ActionPair>
  );
}
