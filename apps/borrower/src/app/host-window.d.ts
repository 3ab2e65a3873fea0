import type { HostWindow } from '@hiram/bridge/transports/transport';

declare global {
  interface Window extends HostWindow {
    /** The page's inline script: what to do when a script of the page cannot be had. */
    hiramBroken?: () => void;
  }
}
