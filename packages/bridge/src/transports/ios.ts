import { type HostWindow, listenAtWindow, type Transport } from './transport.ts';

/**
 * The transport of iOS, or undefined outside an iOS host: `webkit.messageHandlers.LoanHost`. The host answers
 * with `window.LoanHostReceive(json)`.
 */
export function iosTransport(window: HostWindow): Transport | undefined {
  const handler = window.webkit?.messageHandlers?.LoanHost;
  if (!handler) return undefined;
  return {
    name: 'ios',
    send: (json) => handler.postMessage(json),
    listen: (receive) => listenAtWindow(window, receive),
  };
}
