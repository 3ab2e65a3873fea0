import type { HostWindow } from '@hiram/bridge/transports/transport';

declare global {
  interface Window extends HostWindow {
    /** Set by the page's inline script. Call it when a script of the page cannot be loaded. */
    hiramBroken?: () => void;
  }
}
