import type { HostWindow } from '@hiram/bridge/transports/transport';

declare global {
  interface Window extends HostWindow {
    /** Set by the page's inline script. Call it when a script of the page cannot be loaded. */
    hiramBroken?: () => void;
    /**
     * By file name, what the scripts export that the document brought (`build/packed-scripts.ts`). The page's
     * inline script sets it.
     */
    hiramScripts?: Readonly<Record<string, object>>;
  }
}
