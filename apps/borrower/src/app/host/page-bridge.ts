import { type Bridge, createBridge } from '@hiram/bridge/bridge';
import { androidTransport } from '@hiram/bridge/transports/android';
import { leavesWithin } from '@hiram/bridge/transports/deep-link';
import { iosTransport } from '@hiram/bridge/transports/ios';
import { simulatorTransport } from '@hiram/bridge/transports/simulator';
import { answerStore } from '../../net/answers/answers.ts';
import { countEvent } from '../../net/transport/count-event.ts';
import { href } from '../navigation/href.ts';
import { stepBack } from '../navigation/page-history.ts';
import { type Path, paths } from '../navigation/paths.ts';
import { settings } from '../settings/settings.ts';

const pathByName: Readonly<Record<string, Path>> = { ...paths };

/** The page's bridge. Its web fallbacks stay inside the app's routes (BRG-13). Only `host.ts` loads it, once. */
export const pageBridge: Bridge = createBridge({
  transport:
    androidTransport(window) ?? iosTransport(window) ?? simulatorTransport(window, settings.hostOrigin),
  navigation: {
    assign: (url) => location.assign(url),
    replace: (url) => location.replace(url),
    back: stepBack,
    page(page, param) {
      const path = pathByName[page];
      return path && href(path, param);
    },
    leaves: (withinMs) => leavesWithin(document, withinMs),
  },
  settings: {
    deepLinkScheme: settings.deepLinkScheme,
    storeUrl: settings.storeUrl,
    track: (_event, properties) => countEvent(properties),
  },
  // What shows messages, or their number, or what they are about.
  onMessage() {
    for (const call of ['homeIndex', 'messageList', 'loanDetails']) void answerStore.invalidate(call);
  },
  // For engineers who integrate the app (BRG-12). It leaves out the text, which may contain personal data.
  onRefused: (reason) => console.warn(`bridge: refused, ${reason}`),
  onPageHide: (listener) => window.addEventListener('pagehide', listener),
});
