// A page that another team would write. It is compiled with only the installed package, and then run.
import {
  androidTransport,
  createBridge,
  createHostEndpoint,
  type HostWindow,
  type Payload,
} from '@hiram/bridge';
import { iosTransport } from '@hiram/bridge/transports/ios';

const received: string[] = [];
const window: HostWindow = { LoanHost: { postMessage: (json) => void host.receive(json), onmessage: null } };
const host = createHostEndpoint({
  send: (data) => window.LoanHost?.onmessage?.({ data }),
  platform: 'android',
  appVersion: '3.2.1',
  handle(action, payload) {
    received.push(`${action} ${JSON.stringify(payload)}`);
    return undefined;
  },
});
const bridge = createBridge({
  transport: androidTransport(window) ?? iosTransport(window),
  navigation: {
    assign: () => undefined,
    replace: () => undefined,
    back: () => false,
    page: () => undefined,
    leaves: () => Promise.resolve(false),
  },
  settings: { deepLinkScheme: '', storeUrl: '' },
});
const call: Payload<'callPhone'> = { phone: '+63288881234' };
// @ts-expect-error a payload that the contract does not know is seen when it is compiled
const wrong: Payload<'callPhone'> = { number: 1 };
const answers = [await bridge.request('callPhone', call), await bridge.request('callPhone', wrong)];
console.log(JSON.stringify({ received, answers }));
