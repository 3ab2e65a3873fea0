import type { Transport } from './transport.ts';

interface FramedWindow {
  readonly parent: { postMessage(message: unknown, origin: string): void };
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** The simulated host: the page that frames us, on exactly `origin`. Anything from another origin or window is not heard. */
export function simulatorTransport(window: FramedWindow, origin: string): Transport | undefined {
  if (!origin || (window.parent as unknown) === window) return undefined;
  return {
    name: 'simulator',
    send: (json) => window.parent.postMessage(json, origin),
    listen(receive) {
      const hear = (event: MessageEvent) => {
        if (event.origin === origin && (event.source as unknown) === window.parent) receive(event.data);
      };
      window.addEventListener('message', hear);
      return () => window.removeEventListener('message', hear);
    },
  };
}
