import type { HostWindow } from './transports/transport.ts';

/** The platform of the native host, or undefined without one. It sends no message. */
export function detectHost(window: HostWindow): 'android' | 'ios' | undefined {
  if (window.LoanHost && typeof window.LoanHost.postMessage === 'function') return 'android';
  return window.webkit?.messageHandlers?.LoanHost ? 'ios' : undefined;
}
