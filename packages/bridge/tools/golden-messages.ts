import { type Action, actions, contract, type Payload, protocolVersion } from '../src/contract.ts';
import { bridgeErrors, type HostError, hostErrors, hostEvents, type Rejection } from '../src/message.ts';

const id = (count: number) => `k3f9z1ab-${1000 + count}`;
const hostId = 'host-71';

/**
 * Payloads that the web app sends and a host must accept, at least one with each optional field and one
 * without.
 */
export const requests: { readonly [A in Action]: readonly Payload<A>[] } = {
  openPage: [
    { url: 'https://partner.example/offer?from=hiram', title: 'A partner’s offer' },
    { url: 'hiram://coupons' },
  ],
  closeWebView: [{}],
  goToPage: [{ page: 'apply', param: { productId: '7' } }, { page: 'coupons' }],
  goHome: [{}],
  goMine: [{}],
  forceLogin: [{ reason: 'session' }, {}],
  callPhone: [{ phone: '+63288881234' }, { phone: '09171234567' }],
  rateApp: [{}],
  confirmEvent: [
    { event: 'loan_push', properties: { amount: 500000, first: true, source: 'main' } },
    { event: 'order_open' },
  ],
  startBankFlow: [{ productId: '7', orderId: '20260100001' }, { productId: '7' }],
  endBankFlow: [{ result: 'saved' }, { result: 'cancelled' }],
};

const ask = (count: number, action: string, payload: unknown) => ({
  v: protocolVersion,
  id: id(count),
  action,
  payload,
});

interface RefusedByHost {
  readonly why: string;
  /** The text as it arrives. */
  readonly text: string;
  readonly reason: Rejection;
  /** The error in the answer, or null if the text has no id to answer. */
  readonly error: HostError | null;
}

const toHost = (
  why: string,
  message: unknown,
  reason: Rejection,
  error: HostError | null = 'invalid_payload',
) => ({ why, text: typeof message === 'string' ? message : JSON.stringify(message), reason, error });

const refusedByHost: readonly RefusedByHost[] = [
  toHost('not JSON', 'openPage', 'malformed', null),
  toHost('cut short', '{"v":1,"id":"k3f9z1ab-1","action":"goHome","payl', 'malformed', null),
  toHost('a list', '[]', 'malformed', null),
  toHost('no id', { v: 1, action: 'goHome', payload: {} }, 'malformed', null),
  toHost('an id of another form', { v: 1, id: 7, action: 'goHome', payload: {} }, 'malformed', null),
  toHost('another version', { ...ask(1, 'goHome', {}), v: 2 }, 'wrong_version', 'unsupported'),
  toHost('no version', { id: id(2), action: 'goHome', payload: {} }, 'wrong_version', 'unsupported'),
  toHost('an action that is none', ask(3, 'readContacts', {}), 'unknown_action', 'unsupported'),
  toHost('another spelling', ask(4, 'gohome', {}), 'unknown_action', 'unsupported'),
  toHost('a name that every object has', ask(5, 'toString', {}), 'unknown_action', 'unsupported'),
  toHost('no payload', { v: 1, id: id(6), action: 'goHome' }, 'malformed'),
  toHost('a list for a payload', ask(7, 'goHome', []), 'malformed'),
  toHost('a field beside the four', { ...ask(8, 'goHome', {}), callback: 'x' }, 'malformed'),
  toHost('a field that the action has not', ask(9, 'goHome', { tab: 1 }), 'invalid_payload'),
  toHost('a field that is missing', ask(10, 'openPage', { title: 'x' }), 'invalid_payload'),
  toHost('an address that runs code', ask(11, 'openPage', { url: 'javascript:alert(1)' }), 'invalid_payload'),
  toHost('the same, in disguise', ask(12, 'openPage', { url: 'java\tscript:alert(1)' }), 'invalid_payload'),
  toHost('an address without a scheme', ask(13, 'openPage', { url: '//evil.example' }), 'invalid_payload'),
  toHost('any activity of any app', ask(14, 'openPage', { url: 'intent://x#Intent;end' }), 'invalid_payload'),
  toHost('a service code', ask(15, 'callPhone', { phone: '*21*0917#' }), 'invalid_payload'),
  toHost('a number for a text', ask(16, 'callPhone', { phone: 917 }), 'invalid_payload'),
  toHost(
    'an object inside',
    ask(17, 'confirmEvent', { event: 'x', properties: { a: {} } }),
    'invalid_payload',
  ),
  toHost('a list for parameters', ask(20, 'goToPage', { page: 'apply', param: ['7'] }), 'invalid_payload'),
  toHost('a greeting with a payload', ask(21, 'hello', { v: 1 }), 'invalid_payload'),
  toHost('a word that is not listed', ask(18, 'endBankFlow', { result: 'done' }), 'invalid_payload'),
  toHost(
    'an inherited name',
    '{"v":1,"id":"k3f9z1ab-1019","action":"goHome","payload":{"__proto__":{}}}',
    'malformed',
    null,
  ),
  toHost(
    'an answer to nothing',
    { v: 1, id: 'host-1', ok: true, data: { handled: true } },
    'unknown_id',
    null,
  ),
];

interface RefusedByWeb {
  readonly why: string;
  readonly text: string;
  readonly reason: Rejection;
}

const toWeb = (why: string, message: unknown, reason: Rejection): RefusedByWeb => ({
  why,
  text: typeof message === 'string' ? message : JSON.stringify(message),
  reason,
});

/** Each arrives while `goHome` waits under the first id. */
const refusedByWeb: readonly RefusedByWeb[] = [
  toWeb('not JSON', 'ok', 'malformed'),
  toWeb('a list', '[]', 'malformed'),
  toWeb('neither answer nor event', { v: 1 }, 'malformed'),
  toWeb('to nothing that was asked', { v: 1, id: id(900), ok: true }, 'unknown_id'),
  toWeb('another version', { v: 2, id: id(0), ok: true }, 'wrong_version'),
  toWeb('neither done nor refused', { v: 1, id: id(0) }, 'invalid_response'),
  toWeb('done, and more', { v: 1, id: id(0), ok: true, data: { at: 'noon' } }, 'invalid_response'),
  toWeb('a list for data', { v: 1, id: id(0), ok: true, data: [] }, 'invalid_response'),
  toWeb('done with an error', { v: 1, id: id(0), ok: true, error: 'denied' }, 'invalid_response'),
  toWeb('an error that is none', { v: 1, id: id(0), ok: false, error: 'oops' }, 'invalid_response'),
  toWeb('an error of the web’s', { v: 1, id: id(0), ok: false, error: 'timeout' }, 'invalid_response'),
  toWeb('no error', { v: 1, id: id(0), ok: false }, 'invalid_response'),
  toWeb('an event that is none', { v: 1, id: hostId, event: 'shake' }, 'unknown_event'),
  toWeb('a back that cannot be answered', { v: 1, event: 'back' }, 'malformed'),
  toWeb('a message that is told', { v: 1, event: 'message', text: 'Your loan is late' }, 'malformed'),
  toWeb('an event of another version', { v: 3, event: 'ready' }, 'wrong_version'),
];

const valid = actions.flatMap((action) => requests[action].map((payload) => ({ action, payload })));

/** Every golden file by its name: native teams test their side against them. */
export const goldenFiles = {
  'contract.json': {
    v: protocolVersion,
    actions: actions.map((action) => {
      const { since, timeoutMs } = contract[action];
      return { action, since, timeoutMs };
    }),
    events: hostEvents,
    hostErrors,
    bridgeErrors,
  },
  'handshake.json': {
    request: ask(0, 'hello', {}),
    answer: {
      v: protocolVersion,
      id: id(0),
      ok: true,
      data: { protocol: protocolVersion, platform: 'android', appVersion: '3.2.1', actions },
    },
  },
  'requests.json': valid.map(({ action, payload }, index) => ask(index, action, payload)),
  'answers.json': [
    ...valid.map((_, index) => ({ v: protocolVersion, id: id(index), ok: true, data: {} })),
    { v: protocolVersion, id: id(valid.length), ok: true },
    ...hostErrors.map((error, index) => ({
      v: protocolVersion,
      id: id(valid.length + 1 + index),
      ok: false,
      error,
    })),
  ],
  'events.json': [
    { event: { v: protocolVersion, event: 'ready' }, answer: null },
    { event: { v: protocolVersion, event: 'message' }, answer: null },
    {
      event: { v: protocolVersion, id: hostId, event: 'back' },
      answer: { v: protocolVersion, id: hostId, ok: true, data: { handled: true } },
    },
    {
      event: { v: protocolVersion, id: hostId, event: 'back' },
      answer: { v: protocolVersion, id: hostId, ok: true, data: { handled: false } },
    },
  ],
  'refused-by-host.json': refusedByHost,
  'refused-by-web.json': refusedByWeb,
};
