import { useRef, useState } from 'react';

export type PromotionAction = 'sending' | 'registering' | 'working';

/** One action at a time: a second tap is ignored. Calls `onOffline` if the server does not answer. */
export function useOneAction(onOffline: () => void) {
  const [busy, setBusy] = useState<PromotionAction>();
  const inFlight = useRef(false);
  async function run(action: PromotionAction, work: () => Promise<void>): Promise<void> {
    if (inFlight.current) return;
    inFlight.current = true;
    setBusy(action);
    try {
      await work();
    } catch {
      onOffline();
    } finally {
      inFlight.current = false;
      setBusy(undefined);
    }
  }
  return { busy, run };
}
