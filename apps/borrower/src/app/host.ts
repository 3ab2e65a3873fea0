import type { Bridge } from '@hiram/bridge/bridge';
import { detectHost } from '@hiram/bridge/detect';
import { connectBack } from '../kit/back.ts';
import { settings } from './settings.ts';

type BackHandler = () => boolean;

/** Is there a host to ask at all? Known at once; the bridge itself comes after the first screen. */
const inHost = detectHost(window) !== undefined || (settings.hostOrigin !== '' && window.parent !== window);

const backHandlers: BackHandler[] = [];
let loading: Promise<Bridge> | undefined;

/** The bridge is fetched when it is first needed: beside the first screen in a host, at the first request elsewhere. */
function load(): Promise<Bridge> {
  loading =
    loading ??
    import('./page-bridge.ts').then(({ pageBridge }) => {
      pageBridge.onBack(takesBack);
      return pageBridge;
    });
  return loading;
}

/** A step back, by the host's button or ours: the latest handler that takes it has it. */
export function takesBack(): boolean {
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

/** The one bridge of the page, as screens use it. */
export const bridge: Pick<Bridge, 'inHost' | 'onBack' | 'request'> & {
  /** Settles once the host has greeted the page, or has let its time pass; at once outside a host. */
  greeted(): Promise<void>;
  /** Does the host say that it can? Answered once it has greeted the page. */
  supports(action: Parameters<Bridge['supports']>[0]): Promise<boolean>;
} = {
  inHost,
  onBack,
  async request(action, payload, options) {
    return (await load()).request(action, payload, options);
  },
  async greeted() {
    if (inHost) await (await load()).greeted;
  },
  async supports(action) {
    if (!inHost) return false;
    const host = await load();
    await host.greeted;
    return host.supports(action);
  },
};

// Dialogs close on the host's back before the page is left.
connectBack(onBack);
if (inHost) setTimeout(load, 0);
