import { createHostEndpoint, type HostEndpoint, type HostOptions } from './host.ts';

interface Frame {
  postMessage(message: unknown, origin: string): void;
}

interface MessageWindow {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface FrameHostOptions extends Omit<HostOptions, 'send' | 'platform'> {
  /** The host's own window. */
  readonly window: MessageWindow;
  /** Returns the frame's window. It is read for each message, because a frame has a window only after its insertion. */
  readonly frame: () => Frame | null;
  /** The exact origin of the web app. Messages to and from other origins are not delivered. */
  readonly frameOrigin: string;
}

/** Creates a simulated host around a frame. `close` removes its listener. */
export function createFrameHost(options: FrameHostOptions): HostEndpoint & { close(): void } {
  const { window, frame, frameOrigin, onLog } = options;
  const endpoint = createHostEndpoint({
    ...options,
    platform: 'simulator',
    send: (json) => frame()?.postMessage(json, frameOrigin),
  });
  const onMessage = (event: MessageEvent) => {
    const frameWindow = frame();
    // Messages of other windows are ignored. A message of the frame from another origin is logged as rejected.
    if (!frameWindow || (event.source as unknown) !== frameWindow) return;
    if (event.origin === frameOrigin) void endpoint.receive(event.data);
    else onLog?.({ direction: 'refused', text: String(event.data), reason: 'wrong_origin' });
  };
  window.addEventListener('message', onMessage);
  return { ...endpoint, close: () => window.removeEventListener('message', onMessage) };
}
