import type { Bridge } from '@hiram/bridge/bridge';
import { detectHost } from '@hiram/bridge/detect';
import { connectBack } from '../../kit/dialogs/back.ts';
import { settings } from '../settings/settings.ts';

type BackHandler = () => boolean;

/** True if the page runs inside a host. Known synchronously; the bridge itself loads after the first screen. */
const inHost = detectHost(window) !== undefined || (settings.hostOrigin !== '' && window.parent !== window);

const backHandlers: BackHandler[] = [];
let loading: Promise<Bridge> | undefined;

/** Loads the bridge: right after the first screen inside a host, at the first request elsewhere. */
function load(): Promise<Bridge> {
  loading =
    loading ??
    import('./page-bridge.ts').then(({ pageBridge }) => {
      pageBridge.onBack(handleBack);
      return pageBridge;
    });
  return loading;
}

/** Runs the back handlers, latest first, until one handles the step. Returns whether one did. */
export function handleBack(): boolean {
  for (let index = backHandlers.length - 1; index >= 0; index -= 1) if (backHandlers[index]?.()) return true;
  return false;
}

function onBack(handler: BackHandler): () => void {
  backHandlers.push(handler);
  return () => {
    const index = backHandlers.indexOf(handler);
    if (index >= 0) backHandlers.splice(index, 1);
  };
}

/** The page's bridge, as screens use it. */
export const bridge: Pick<Bridge, 'inHost' | 'onBack' | 'request'> & {
  /** Resolves after the host's handshake or its time-out; at once outside a host. */
  greeted(): Promise<void>;
  /** True if the host supports the action. Resolves after the handshake. */
  supports(action: Parameters<Bridge['supports']>[0]): Promise<boolean>;
} = {
  inHost,
  onBack,
  async request(action, payload, options) {
    return (await load()).request(action, payload, options);
  },
  async greeted() {
    if (inHost) await (await load()).handshakeDone;
  },
  async supports(action) {
    if (!inHost) return false;
    const host = await load();
    await host.handshakeDone;
    return host.supports(action);
  },
};

// The host's back button closes dialogs before it leaves the page.
connectBack(onBack);
if (inHost) setTimeout(load, 0);
