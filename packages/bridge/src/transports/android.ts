import { type HostWindow, listenAtWindow, type Transport } from './transport.ts';

/**
 * The transport of Android, or undefined outside an Android host. `WebViewCompat.addWebMessageListener("LoanHost", …)` injects an
 * object with `postMessage` for listed origins only, and delivers answers to its `onmessage`. An older web view has
 * `addJavascriptInterface(…, "LoanHost")` instead, and its host answers with `window.LoanHostReceive(json)`.
 */
export function androidTransport(window: HostWindow): Transport | undefined {
  const port = window.LoanHost;
  if (!port || typeof port.postMessage !== 'function') return undefined;
  return {
    name: 'android',
    // Called on the object itself: a detached method of a Java object does not run.
    send: (json) => port.postMessage(json),
    listen(receive) {
      const stopListening = listenAtWindow(window, receive);
      try {
        port.onmessage = (event) => receive(event.data);
      } catch {
        // A Java object accepts no new property. Its host answers through the window.
      }
      return () => {
        stopListening();
        if (port.onmessage) port.onmessage = null;
      };
    },
  };
}
