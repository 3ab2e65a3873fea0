import type { ProductId } from '@hiram/contract/ids';
import { modules } from '@hiram/contract/modules';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { phoneLink } from '../app/contact.ts';
import { goTo } from '../app/go.ts';
import { href } from '../app/href.ts';
import { money } from '../app/money.ts';
import { paths } from '../app/paths.ts';
import { settings } from '../app/settings.ts';
import { Button } from '../kit/Button.tsx';
import { ButtonLink } from '../kit/ButtonLink.tsx';
import { afterRender } from '../kit/later.ts';
import { ActionPair } from '../kit/Screen.tsx';

const counting = afterRender(() => import('../net/count-event.ts'));

/** Counts a tap. What does not count it does not stop it. */
const countTap = (productId: ProductId, moduleId: number): Promise<void> =>
  counting.load().then(
    ({ countEvent }) => countEvent({ productId, moduleId, positionId: 0 }),
    () => undefined,
  );

/** ORD-08: the next loan; before it the borrower's own money, which only a person can send back. */
export function AfterSettlement({ details }: { readonly details: LoanDetails }): ReactNode {
  const { t } = useLingui();
  const { productId } = details;
  const { credit } = details.order;
  const borrow = (
    <Button
      look={credit > 0 ? 'secondary' : 'primary'}
      next={href(paths.productDetail, { productId })}
      onTap={() => {
        void countTap(productId, modules.borrowAgain);
        goTo(paths.productDetail, { productId });
      }}
    >{t`Borrow Again`}</Button>
  );
  if (credit === 0) return borrow;
  return (
    <ActionPair>
      {borrow}
      <ButtonLink {...phoneLink(details.servicePhone || settings.servicePhone)}>
        {t`Get ${money(credit)} back`}
      </ButtonLink>
    </ActionPair>
  );
}
