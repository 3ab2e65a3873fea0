import type { CallInput } from '@hiram/contract/call';
import type { OrderId } from '@hiram/contract/ids';
import type { InstalmentDetail, payCode as payCodeCall, RepayChannel } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { href } from '../../app/navigation/href.ts';
import { paths } from '../../app/navigation/paths.ts';
import { useIsCurrentPage } from '../../app/navigation/useIsCurrentPage.ts';
import { market } from '../../app/settings/market.ts';
import { BannerLink } from '../../kit/feedback/States.tsx';
import { Card, Head } from '../../kit/layout/Card.tsx';
import { Icon } from '../../kit/layout/Icon.tsx';
import { afterRender } from '../../kit/runtime/later.ts';
import { useSubmit } from '../../net/submit/useSubmit.ts';
import { payCode } from '../calls.ts';
import { followPayUrl } from '../follow-pay-url.ts';
import css from '../Repay.module.css';

const ChannelSheet = lazy(() =>
  import('./ChannelSheet.tsx').then((module) => ({ default: module.ChannelSheet })),
);

const confirming = afterRender(() => import('../../app/host/confirm-event.ts'));

/** INST-04: the chosen payment channel; a tap opens the 'Payment Method' sheet. The first channel is the default. */
export function ChannelCard({
  channels,
  chosen,
  onChoose,
}: {
  readonly channels: readonly RepayChannel[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}): ReactNode {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const channel = channels[chosen];
  return (
    <Card {...(market.specifiedCopy ? { heading: t`Payment Method` } : {})}>
      <button type="button" className={css.channel} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {channel ? (
          <Head name={channel.name} logo={channel.logo} sub={channel.hint}>
            {market.specifiedCopy ? (
              <Icon name="chevron" size={20} />
            ) : (
              <span className={css.change}>{t`Change`}</span>
            )}
          </Head>
        ) : null}
      </button>
      {open ? (
        <Suspense fallback={null}>
          <ChannelSheet
            channels={channels}
            chosen={chosen}
            onChoose={onChoose}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}

/** INST-05, EXT-03: requests a payment code and opens it. Returns the rejection, if any. */
export function usePayCode(): {
  readonly busy: boolean;
  readonly generate: (
    input: CallInput<typeof payCodeCall>,
  ) => Promise<{ field?: string; message: string } | undefined>;
} {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(payCode);
  const [isLeaving, setIsLeaving] = useState(false);
  const isMounted = useIsCurrentPage();
  return {
    busy: busy || isLeaving,
    async generate(input) {
      const answer = await submit(input, { loading: t`Getting your code…` });
      if (!answer) return undefined;
      if (!answer.ok) return answer;
      setIsLeaving(true);
      const { confirmEvent } = await confirming.load();
      await confirmEvent('codeGenerated', input.productId);
      setIsLeaving(false);
      if (isMounted()) followPayUrl(answer.data.payUrl);
      return undefined;
    },
  };
}

/** The page parameter that selects a channel's instructions. */
export function guideOf(channel: RepayChannel | undefined): { guide?: string; showType?: string } {
  return channel ? { guide: channel.guide, showType: String(channel.showType) } : {};
}

/** INST-03, EXT-05: the open code for the purpose of this page. */
export function DefaultPayment({
  payment,
  page,
}: {
  readonly payment: NonNullable<InstalmentDetail['permanentCode']>;
  /** The order; `isDelay` if the code is for an extension. */
  readonly page: { readonly orderId: OrderId; readonly isDelay?: string };
}): ReactNode {
  return (
    <BannerLink href={href(paths.repaymentOfCode2, page)}>
      {payment.showType === 1 ? `${payment.title}: ${payment.payCode}` : payment.title}
    </BannerLink>
  );
}
