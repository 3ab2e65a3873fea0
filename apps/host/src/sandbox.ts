/** Calls the server's sandbox. Throws an Error with the server's message if the call is rejected. */
async function request<Data>(
  method: 'GET' | 'POST',
  path: string,
  values: Readonly<Record<string, unknown>>,
): Promise<Data> {
  const query =
    method === 'GET'
      ? `?${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))}`
      : '';
  const response = await fetch(`/api/sandbox/${path}${query}`, {
    method,
    ...(method === 'POST'
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(values) }
      : {}),
  });
  const envelope: { success: boolean; message: string; data: Data } = await response.json();
  if (!envelope.success) throw new Error(envelope.message);
  return envelope.data;
}

export interface Demo {
  readonly sessionId: string;
  readonly phone: string;
  readonly productId: string;
  readonly orderId?: string;
  /** The borrower's brand, and the language in which the app requests pages. */
  readonly appName: string;
  readonly lang: string;
}

export interface BrandChoice {
  readonly id: string;
  readonly name: string;
  readonly languages: readonly string[];
}

export interface Code {
  readonly payCode: string;
  readonly amount: number;
  readonly channel: string;
  readonly state: string;
}

export const sandbox = {
  brands: () => request<{ brands: readonly BrandChoice[] }>('GET', 'brands', {}),
  borrower: (options: Readonly<Record<string, unknown>>, appName: string) =>
    request<Omit<Demo, 'appName' | 'lang'>>('POST', `borrower?${new URLSearchParams({ appName })}`, options),
  date: () => request<{ date: string }>('GET', 'clock', {}),
  move: (days: number) => request<{ date: string }>('POST', 'clock', { days }),
  sms: (phone: string) => request<{ messages: readonly { text: string }[] }>('GET', 'sms', { phone }),
  codes: (phone: string) => request<{ codes: readonly Code[] }>('GET', 'codes', { phone }),
  pay: (payCode: string, amount?: number) =>
    request<object>('POST', 'pay', { payCode, ...(amount ? { amount } : {}) }),
  answerComplaint: (problemId: string, disposeDetail: string) =>
    request<object>('POST', 'complaint-answer', { problemId, disposeDetail, isNeedScore: 1 }),
  reviewTransfer: (utr: string, result: 'accepted' | 'refused') =>
    request<object>('POST', 'utr-review', {
      utr,
      result,
      ...(result === 'refused' ? { reason: 'Not on our statement.' } : {}),
    }),
  openComplaints: (phone: string) =>
    request<{ complaints: readonly { problemId: string; reference: string; content: string }[] }>(
      'GET',
      'complaints',
      { phone },
    ),
  openTransfers: (phone: string) =>
    request<{ transfers: readonly { utr: string; amount: number }[] }>('GET', 'transfers', { phone }),
  payout: (orderId: string, result: 'paid' | 'returned') =>
    request<object>('POST', 'payout', { orderId, result }),
};
