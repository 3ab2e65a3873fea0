import { callTimeoutMs, contextNames, headerPairs, headerText, proofHeaders } from '@hiram/contract/context';
import type { EarlyCall, Query, StartSettings } from './page-plan.ts';
import { type StartedCall, untilAnswered } from './show-view.ts';

function stored(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

/**
 * The session of the page's calls, put into the query; empty without one. A session in the address is accepted only in a host or
 * in the sandbox, and not if it has already ended: a newer one is in the storage then.
 */
function chooseSession(query: Query, { sandbox }: StartSettings): { id: string; isFromAddress: boolean } {
  const hasHost = Boolean(window.LoanHost ?? window.webkit?.messageHandlers?.LoanHost);
  if (query.sessionId && query.sessionId !== stored('hiram.ended') && (hasHost || sandbox))
    return { id: query.sessionId, isFromAddress: true };
  const id = stored('hiram.session');
  if (!query.deviceId) query.deviceId = stored('hiram.device');
  query.sessionId = id;
  return { id, isFromAddress: false };
}

/** The call's input from the page's parameters: under the app's own names, and as it is sent. */
function inputOf(call: EarlyCall, query: Query) {
  const own: Record<string, string | number> = {};
  const sent: Record<string, string | number> = {};
  for (const [parameter, name, wireName, isNumber] of call.fields) {
    const text = query[parameter];
    if (!text) continue;
    own[name] = isNumber ? Number(text) : text;
    sent[wireName] = own[name];
  }
  return { own, sent };
}

/** Fields as a query or a form. */
const encoded = (fields: Readonly<Record<string, string | number>>): string =>
  String(new URLSearchParams(fields as Record<string, string>));

function headersOf({ encoding }: EarlyCall, query: Query): Record<string, string> {
  const headers: Record<string, string> = {
    'X-Requested-With': 'XMLHttpRequest',
    'Content-Type': encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
  };
  const pairs: Readonly<Record<string, string>> = headerPairs[encoding];
  for (const name in pairs) {
    const value = query[pairs[name] ?? ''];
    if (value && headerText.test(value)) headers[name] = value;
  }
  if (window.hiramKey) headers[proofHeaders.page] = window.hiramKey;
  return headers;
}

/**
 * Sends the screen's first call, or waits for the answer of the one that the server has begun, and leaves it in
 * `window.hiramFirst`. Without a session nothing is sent, and a ticket is exchanged first.
 */
export function beginFirstCall(call: EarlyCall, query: Query, settings: StartSettings): void {
  if (query.ticket) return;
  const session = chooseSession(query, settings);
  if (!session.id) return;
  const called = session.isFromAddress ? document.documentElement.getAttribute('data-called') : null;
  if (query.product_id && !query.productId) query.productId = query.product_id;
  const { own, sent } = inputOf(call, query);
  const context: Record<string, string> = {};
  for (const name of contextNames) {
    const value = query[name];
    if (value) context[name] = value;
  }
  const address = encoded(context);
  const headers = headersOf(call, query);
  const send = (): Promise<unknown> => {
    const controller = new AbortController();
    // NET-03: the time limit of every call.
    setTimeout(() => controller.abort(), callTimeoutMs);
    return fetch(`${settings.apiBase}${call.path}${address ? `?${address}` : ''}`, {
      method: 'POST',
      headers,
      body: call.encoding === 'json' ? JSON.stringify(sent) : encoded(sent),
      credentials: 'same-origin',
      signal: controller.signal,
    }).then((response) => response.json());
  };
  const isBegun = call.onServer && called !== null;
  const body = isBegun ? untilAnswered(send, { isFirstDocument: called !== '', first: () => first }) : send();
  body.catch(() => undefined);
  const first: StartedCall = { name: call.name, input: JSON.stringify(own), sessionId: session.id, body };
  window.hiramFirst = first;
}
