import type { HostWindow, Transport } from './transport.ts';

/**
 * Android's `WebViewCompat.addWebMessageListener("LoanHost", …)`: it injects an object with `postMessage` and delivers
 * answers to its `onmessage`, for listed origins only. Answers are taken from this object and from nowhere else.
 */
export function androidTransport(window: HostWindow): Transport | undefined {
  const port = window.LoanHost;
  if (!port || typeof port.postMessage !== 'function') return undefined;
  return {
    name: 'android',
    send: (json) => port.postMessage(json),
    listen(receive) {
      const before = port.onmessage;
      port.onmessage = (event) => receive(event.data);
      return () => {
        port.onmessage = before ?? null;
      };
    },
  };
}
