import type { HostWindow } from './transports/transport.ts';

/** Is a native host around this page? Answered at once, before anything was sent. */
export function detectHost(window: HostWindow): 'android' | 'ios' | undefined {
  if (window.LoanHost && typeof window.LoanHost.postMessage === 'function') return 'android';
  return window.webkit?.messageHandlers?.LoanHost ? 'ios' : undefined;
}
