import type { Market } from '@hiram/loan/format';

/** The id of the simulated device. A session is bound to it. */
export const deviceId = 'simulator';

/**
 * The key of the app's native side. A borrower's session is created with it, so the native side may call the server as a real
 * app does. The web view's page does not know it.
 */
const appKey = `${crypto.randomUUID()}${crypto.randomUUID()}`;

type Values = Readonly<Record<string, unknown>>;

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Values;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
}

function queryOf(values: Values): string {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
}

/** Calls the server. Throws an Error with the server's message if the call is rejected. */
async function request<Data>({ method, path, query = {}, headers = {}, body }: Request): Promise<Data> {
  const response = await fetch(`/api${path}?${queryOf(query)}`, {
    method,
    headers: { 'X-App-Key': appKey, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const envelope: { success: boolean; message: string; data: Data } = await response.json();
  if (!envelope.success) throw new Error(envelope.message);
  return envelope.data;
}

const json = { 'Content-Type': 'application/json' };

const get = <Data>(path: string, query: Values) =>
  request<Data>({ method: 'GET', path: `/sandbox/${path}`, query });

const post = <Data>(path: string, values: Values, query: Values = {}) =>
  request<Data>({
    method: 'POST',
    path: `/sandbox/${path}`,
    query,
    headers: json,
    body: JSON.stringify(values),
  });

/** Sends a borrower's call as the app's native side. `values` have the names of the wire. */
export function sendAs<Data>(
  { sessionId, appName, lang }: Demo,
  path: string,
  values: Values,
  encoding: 'json' | 'form' = 'json',
): Promise<Data> {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return request<Data>({
    method: 'POST',
    path,
    query: { sessionId, appName, lang, deviceId },
    headers: { ...headers, ...(encoding === 'json' ? json : form) },
    body: encoding === 'json' ? JSON.stringify(values) : queryOf(values),
  });
}

/** Uploads a picture as the app's native side. */
export function uploadAs(
  { sessionId, appName, lang }: Demo,
  path: string,
  picture: Blob,
): Promise<{ received: readonly string[] }> {
  const body = new FormData();
  body.set('picture', picture, 'picture.jpg');
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  return request({ method: 'POST', path, query: { sessionId, appName, lang, deviceId }, headers, body });
}

export interface Demo {
  readonly sessionId: string;
  readonly phone: string;
  readonly productId: string;
  readonly orderId?: string;
  /** The borrower's brand, and the language in which the app requests pages. */
  readonly appName: string;
  readonly lang: string;
  /** The market of the brand: the format of its money. */
  readonly market: Market;
}

export interface BrandChoice {
  readonly id: string;
  readonly name: string;
  readonly market: Market;
  readonly languages: readonly string[];
}

export interface Code {
  readonly payCode: string;
  readonly amount: number;
  readonly channel: string;
  readonly state: string;
}

interface Complaint {
  readonly problemId: string;
  readonly reference: string;
  readonly content: string;
}

/** Mail of the lender to its staff. */
export interface StaffMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

type BrandAndPhone = Pick<Demo, 'appName' | 'phone'>;

/** The calls of the server's sandbox. Those of a borrower name the borrower's brand. */
export const sandbox = {
  brands: () => get<{ brands: readonly BrandChoice[] }>('brands', {}),
  borrower: (options: Values, appName: string) =>
    post<Omit<Demo, 'appName' | 'lang' | 'market'>>('borrower', options, { appName, deviceId }),
  fill: (appName: string) => post<{ borrowers: number }>('fill', {}, { appName }),
  date: (appName?: string) => get<{ date: string }>('clock', { appName }),
  move: (days: number, appName?: string) => post<{ date: string }>('clock', { days }, { appName }),
  sms: ({ phone, appName }: BrandAndPhone) =>
    get<{ messages: readonly { text: string }[] }>('sms', { phone, appName }),
  checks: () => get<{ checks: readonly { service: string; mode: string }[] }>('checks', {}),
  setCheck: (service: string, mode: string) => post<object>('check', { service, mode }),
  mails: () => get<{ mails: readonly StaffMail[] }>('mails', {}),
  codes: ({ phone, appName }: BrandAndPhone) => get<{ codes: readonly Code[] }>('codes', { phone, appName }),
  pay: (payCode: string, amount?: number) => post<object>('pay', { payCode, ...(amount ? { amount } : {}) }),
  answerComplaint: (problemId: string, disposeDetail: string) =>
    post<object>('complaint-answer', { problemId, disposeDetail, isNeedScore: 1 }),
  reviewTransfer: (utr: string, result: 'accepted' | 'rejected') =>
    post<object>('utr-review', {
      utr,
      result,
      ...(result === 'rejected' ? { reason: 'Not on our statement.' } : {}),
    }),
  openComplaints: ({ phone, appName }: BrandAndPhone) =>
    get<{ complaints: readonly Complaint[] }>('complaints', { phone, appName }),
  openTransfers: ({ phone, appName }: BrandAndPhone) =>
    get<{ transfers: readonly { utr: string; amount: number }[] }>('transfers', { phone, appName }),
  payout: (orderId: string, result: 'paid' | 'returned') => post<object>('payout', { orderId, result }),
};
