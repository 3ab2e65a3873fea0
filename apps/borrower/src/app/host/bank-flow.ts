import { leavePage } from '../navigation/go.ts';
import { bridge, handleBack } from './host.ts';

/** Tells the host that its bank flow has ended (BRG-11). Does nothing if the host does not support flows. */
export async function endBankFlow(result: 'saved' | 'cancelled'): Promise<void> {
  if (await bridge.supports('endBankFlow')) await bridge.request('endBankFlow', { result });
}

/**
 * The back button of the bank form. A dialog handles it first. Leaving the form without saving cancels the host's
 * flow.
 */
export async function cancelBankFlow(): Promise<void> {
  if (handleBack()) return;
  // If the bridge's script did not load, the host gets no message. Going back still works.
  const isFlow = await bridge.supports('endBankFlow').catch(() => false);
  if (isFlow) void bridge.request('endBankFlow', { result: 'cancelled' });
  leavePage();
}
