import { type HostWindow, listenAtWindow, type Transport } from './transport.ts';

/**
 * Android. `WebViewCompat.addWebMessageListener("LoanHost", …)` injects an object with `postMessage` for listed origins
 * only, and delivers answers to its `onmessage`. A web view too old for it has `addJavascriptInterface(…, "LoanHost")`
 * instead, whose answers come by `window.LoanHostReceive(json)`.
 */
export function androidTransport(window: HostWindow): Transport | undefined {
  const port = window.LoanHost;
  if (!port || typeof port.postMessage !== 'function') return undefined;
  return {
    name: 'android',
    // As the object's own method: a Java object's method that was taken off it does not run.
    send: (json) => port.postMessage(json),
    listen(receive) {
      const quiet = listenAtWindow(window, receive);
      try {
        port.onmessage = (event) => receive(event.data);
      } catch {
        // A Java object takes no new property; it answers by the window.
      }
      return () => {
        quiet();
        if (port.onmessage) port.onmessage = null;
      };
    },
  };
}
