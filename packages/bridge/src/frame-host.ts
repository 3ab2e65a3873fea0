import { createHostEndpoint, type HostEndpoint, type HostOptions } from './host.ts';

interface Frame {
  postMessage(message: unknown, origin: string): void;
}

interface HearingWindow {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface FrameHostOptions extends Omit<HostOptions, 'send' | 'platform'> {
  /** The host's own window. */
  readonly window: HearingWindow;
  /** The frame's window; asked anew, because a frame has one only once it is in the page. */
  readonly frame: () => Frame | null;
  /** The web app's origin, exact: nothing is sent to another, and nothing heard from another. */
  readonly frameOrigin: string;
}

/** A simulated host around a frame. `close` stops listening. */
export function createFrameHost(options: FrameHostOptions): HostEndpoint & { close(): void } {
  const { window, frame, frameOrigin, onLog } = options;
  const endpoint = createHostEndpoint({
    ...options,
    platform: 'simulator',
    send: (json) => frame()?.postMessage(json, frameOrigin),
  });
  const hear = (event: MessageEvent) => {
    const ours = frame();
    // Other windows talk to each other here; that is none of ours. Our frame on another origin is refused aloud.
    if (!ours || (event.source as unknown) !== ours) return;
    if (event.origin === frameOrigin) void endpoint.receive(event.data);
    else onLog?.({ direction: 'refused', text: String(event.data), reason: 'wrong_origin' });
  };
  window.addEventListener('message', hear);
  return { ...endpoint, close: () => window.removeEventListener('message', hear) };
}
