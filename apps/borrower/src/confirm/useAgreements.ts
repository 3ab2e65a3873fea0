import { confirmScene } from '@hiram/contract/confirm-scene';
import type { ProductId } from '@hiram/contract/ids';
import { useState } from 'react';
import { market } from '../app/settings/market.ts';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import type { maskedCalls, plainCalls } from './calls.ts';

type Calls = Pick<typeof plainCalls | typeof maskedCalls, 'list' | 'jump'>;

export interface Agreements {
  readonly titles: readonly { readonly title: string }[];
  /** Opens the agreement at a position of the titles, for an amount (in cents). */
  readonly read: (position: number, amount: number) => Promise<void>;
  /** The agreement that is open, and how to close it. */
  readonly open: { readonly title: string; readonly url: string } | undefined;
  readonly close: () => void;
}

/** The agreements of a loan of this product. */
export function useAgreements(calls: Calls, productId: ProductId): Agreements {
  const agreements = useCall(calls.list, { productId, scene: confirmScene });
  const jump = useSubmit(calls.jump);
  const [open, setOpen] = useState<Agreements['open']>(undefined);
  const titles = agreements.state === 'ready' ? agreements.data.list : [];
  const read = async (position: number, amount: number) => {
    const answer = await jump.submit({
      productId,
      scene: confirmScene,
      position,
      orderId: '',
      amount,
    });
    if (!answer?.ok) return;
    const { contractUrl } = answer.data;
    if (!market.specifiedWays) return setOpen({ title: titles[position]?.title ?? '', url: contractUrl });
    // The fragment is not sent to the server. It gives the agreement's page the address of its back button.
    const returnAddress = window.location.pathname + window.location.search;
    window.location.assign(`${contractUrl}#${encodeURIComponent(returnAddress)}`);
  };
  return { titles, read, open, close: () => setOpen(undefined) };
}
