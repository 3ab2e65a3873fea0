import type { Transport } from './transport.ts';

interface FramedWindow {
  readonly parent: { postMessage(message: unknown, origin: string): void };
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/**
 * The transport of the simulated host: the parent window at exactly `origin`. Messages of other origins and
 * windows are ignored.
 */
export function simulatorTransport(window: FramedWindow, origin: string): Transport | undefined {
  if (!origin || (window.parent as unknown) === window) return undefined;
  return {
    name: 'simulator',
    send: (json) => window.parent.postMessage(json, origin),
    listen(receive) {
      const onMessage = (event: MessageEvent) => {
        if (event.origin === origin && (event.source as unknown) === window.parent) receive(event.data);
      };
      window.addEventListener('message', onMessage);
      return () => window.removeEventListener('message', onMessage);
    },
  };
}
