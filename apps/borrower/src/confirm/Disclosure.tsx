import type { ConfirmDetail } from '@hiram/contract/confirm';
import type { ProductId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useEffect } from 'react';
import { market } from '../app/settings/market.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Card } from '../kit/layout/Card.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import { DocumentReader } from '../lending/documents/lazy-reader.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import css from './Confirm.module.css';
import { acknowledgeDisclosure } from './calls.ts';

/**
 * The disclosure statement with the cost of the loan. The borrower reads and acknowledges it before agreeing to
 * anything.
 */
export function Disclosure(props: {
  readonly offer: ConfirmDetail;
  readonly productId: ProductId;
  readonly acknowledged: boolean;
  readonly onAcknowledged: (acknowledged: boolean) => void;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}): ReactNode {
  const { offer, productId, acknowledged, onAcknowledged, open, setOpen } = props;
  const { title, url, hash } = offer.disclosure;
  const { t } = useLingui();
  const { submit, busy } = useSubmit(acknowledgeDisclosure);
  // Whether the server has this statement acknowledged. Acknowledging another amount's does not count.
  useEffect(() => onAcknowledged(offer.disclosure.acknowledged), [offer, onAcknowledged]);

  const acknowledge = async () => {
    const answer = await submit({ productId, amount: offer.amount, hash });
    if (!answer?.ok) return;
    onAcknowledged(true);
    setOpen(false);
  };
  const reader = open ? (
    <Suspense fallback={null}>
      <DocumentReader
        title={title}
        url={url}
        onClose={() => setOpen(false)}
        end={
          acknowledged ? null : (
            <Button busy={busy} onTap={() => void acknowledge()}>
              {t`I have read it`}
            </Button>
          )
        }
      />
    </Suspense>
  ) : null;
  // Elsewhere the list of documents leads to it.
  if (!market.specifiedWays) return reader;
  return (
    <Card heading={title}>
      <p className={`${css.lead} ${css.apart}`}>
        {acknowledged
          ? t`You have read and acknowledged it. You find it under your loan afterwards.`
          : t`All that this loan costs, on one page. Please read it before you agree.`}
      </p>
      {acknowledged ? (
        <p className={css.done}>
          <Icon name="check" size={20} /> {t`Acknowledged`}
        </p>
      ) : null}
      <Button look="secondary" onTap={() => setOpen(true)}>
        {t`Read: ${title}`}
      </Button>
      {reader}
    </Card>
  );
}
