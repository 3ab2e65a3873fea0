import type { OrderId } from '@hiram/contract/ids';
import type { LoanMilestone } from '@hiram/contract/milestone';
import { milestoneSeen } from '@hiram/contract/order';
import { useEffect, useRef } from 'react';
import { bridge } from '../app/host/host.ts';
import { putPromptEntry, removePromptEntry, steppedOnOwnEntry } from '../app/navigation/prompt-entry.ts';
import { callContext } from '../app/settings/context.ts';
import { send } from '../net/transport/client.ts';
import { newKey } from '../net/transport/new-key.ts';

/**
 * Records on the server that this page shows the milestone, and ends it if another page was first. Back ends it too: the host's
 * button, and the browser's, which goes back to the page's own history entry. Returns what ends it by a tap.
 */
export function useShown(
  orderId: OrderId,
  { kind, eventId }: LoanMilestone,
  onEnd: () => void,
): (then?: () => void) => void {
  const hasEnded = useRef(false);
  const end = (then?: () => void) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    removePromptEntry(() => {
      onEnd();
      then?.();
    });
  };
  const latestEnd = useRef(end);
  latestEnd.current = end;
  useEffect(() => {
    const page = location.pathname;
    const options = { idempotencyKey: newKey() };
    send(milestoneSeen, { orderId, kind, eventId }, callContext(), options).then(
      (answer) => answer.ok && !answer.data.isFirst && latestEnd.current(),
      // Without a connection it stays: it is news to whoever looks at it.
      () => undefined,
    );
    const off = bridge.onBack(() => {
      latestEnd.current();
      return true;
    });
    putPromptEntry();
    const onPop = () => {
      if (steppedOnOwnEntry(page)) latestEnd.current();
    };
    window.addEventListener('popstate', onPop);
    return () => {
      off();
      window.removeEventListener('popstate', onPop);
    };
  }, [orderId, kind, eventId]);
  return end;
}
