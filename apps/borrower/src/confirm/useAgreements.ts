import {
  confirmScene,
  type contractJump,
  type contractList,
  type maskedConfirm,
} from '@hiram/contract/confirm';
import type { ProductId } from '@hiram/contract/ids';
import { useCall } from '../net/useCall.ts';
import { useSubmit } from '../net/useSubmit.ts';

interface Calls {
  readonly list: typeof contractList | typeof maskedConfirm.list;
  readonly jump: typeof contractJump | typeof maskedConfirm.jump;
}

export interface Agreements {
  readonly titles: readonly { readonly title: string }[];
  /** Opens the agreement at a position of the titles, for an amount (in cents). */
  readonly read: (position: number, amount: number) => Promise<void>;
}

/** The agreements of a loan of this product. */
export function useAgreements(calls: Calls, productId: ProductId): Agreements {
  const agreements = useCall(calls.list, { productId, scene: confirmScene });
  const jump = useSubmit(calls.jump);
  const read = async (position: number, amount: number) => {
    const answer = await jump.submit({
      productId,
      scene: confirmScene,
      position,
      orderId: '',
      amount,
    });
    if (!answer?.ok) return;
    // The fragment is not sent to the server. It gives the agreement's page the address of its back button.
    const returnAddress = window.location.pathname + window.location.search;
    window.location.assign(`${answer.data.contractUrl}#${encodeURIComponent(returnAddress)}`);
  };
  const titles = agreements.state === 'ready' ? agreements.data.list : [];
  return { titles, read };
}
