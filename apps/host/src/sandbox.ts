/** The sandbox's calls, as this page uses them. A refusal becomes an Error with the server's message. */
async function ask<Data>(
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
  /** The brand that the borrower is of, and the language that the app asks pages in. */
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
  brands: () => ask<{ brands: readonly BrandChoice[] }>('GET', 'brands', {}),
  borrower: (options: Readonly<Record<string, unknown>>, appName: string) =>
    ask<Omit<Demo, 'appName' | 'lang'>>('POST', `borrower?${new URLSearchParams({ appName })}`, options),
  date: () => ask<{ date: string }>('GET', 'clock', {}),
  move: (days: number) => ask<{ date: string }>('POST', 'clock', { days }),
  sms: (phone: string) => ask<{ messages: readonly { text: string }[] }>('GET', 'sms', { phone }),
  codes: (phone: string) => ask<{ codes: readonly Code[] }>('GET', 'codes', { phone }),
  pay: (payCode: string, amount?: number) =>
    ask<object>('POST', 'pay', { payCode, ...(amount ? { amount } : {}) }),
  answerComplaint: (problemId: string, disposeDetail: string) =>
    ask<object>('POST', 'complaint-answer', { problemId, disposeDetail, isNeedScore: 1 }),
  reviewTransfer: (utr: string, result: 'accepted' | 'refused') =>
    ask<object>('POST', 'utr-review', {
      utr,
      result,
      ...(result === 'refused' ? { reason: 'Not on our statement.' } : {}),
    }),
  openComplaints: (phone: string) =>
    ask<{ complaints: readonly { problemId: string; reference: string; content: string }[] }>(
      'GET',
      'complaints',
      { phone },
    ),
  openTransfers: (phone: string) =>
    ask<{ transfers: readonly { utr: string; amount: number }[] }>('GET', 'transfers', { phone }),
  payout: (orderId: string, result: 'paid' | 'returned') =>
    ask<object>('POST', 'payout', { orderId, result }),
};
