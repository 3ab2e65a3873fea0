import { type HostWindow, listenAtWindow, type Transport } from './transport.ts';

/** iOS: `webkit.messageHandlers.LoanHost`; the host answers by calling `window.LoanHostReceive(json)`. */
export function iosTransport(window: HostWindow): Transport | undefined {
  const handler = window.webkit?.messageHandlers?.LoanHost;
  if (!handler) return undefined;
  return {
    name: 'ios',
    send: (json) => handler.postMessage(json),
    listen: (receive) => listenAtWindow(window, receive),
  };
}
