/** A connection to a host. Messages are JSON texts. The transport does not validate what it receives. */
export interface Transport {
  readonly name: 'android' | 'ios' | 'simulator';
  send(json: string): void;
  /** Calls `receive` with every text from the host. Returns a function that stops listening. */
  listen(receive: (json: unknown) => void): () => void;
}

/** The properties of a window that the transports use. */
export interface HostWindow {
  LoanHost?: { postMessage(json: string): void; onmessage?: ((event: { data: unknown }) => void) | null };
  webkit?: { messageHandlers?: { LoanHost?: { postMessage(json: string): void } } };
  /** Receives the texts of a host without a message port. */
  LoanHostReceive?: (json: unknown) => void;
}

/** Listens at `window.LoanHostReceive`. Only the host and the page's own scripts can call it; frames cannot. */
export function listenAtWindow(window: HostWindow, receive: (json: unknown) => void): () => void {
  window.LoanHostReceive = receive;
  return () => {
    if (window.LoanHostReceive === receive) window.LoanHostReceive = undefined;
  };
}
