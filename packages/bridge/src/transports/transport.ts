/** A way to a host. Messages are JSON text; what comes back is handed on as it came and checked above. */
export interface Transport {
  readonly name: 'android' | 'ios' | 'simulator';
  send(json: string): void;
  /** Called with every text that the host sends. Answers how to stop listening. */
  listen(receive: (json: unknown) => void): () => void;
}

/** What of a window the transports use: the real one has it, and tests can make it. */
export interface HostWindow {
  LoanHost?: { postMessage(json: string): void; onmessage?: ((event: { data: unknown }) => void) | null };
  webkit?: { messageHandlers?: { LoanHost?: { postMessage(json: string): void } } };
  /** Where a host that has no port to answer on delivers its texts: `window.LoanHostReceive(json)`. */
  LoanHostReceive?: (json: unknown) => void;
}

/** Takes texts at `window.LoanHostReceive`, which only the host and the page's own scripts reach: frames cannot. */
export function listenAtWindow(window: HostWindow, receive: (json: unknown) => void): () => void {
  window.LoanHostReceive = receive;
  return () => {
    if (window.LoanHostReceive === receive) window.LoanHostReceive = undefined;
  };
}
