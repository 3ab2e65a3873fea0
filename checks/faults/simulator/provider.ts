import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { signature } from '@hiram/server/src/providers/gateway/webhooks.ts';
import type { Random } from './random.ts';

interface Code {
  readonly reference: string;
  readonly payCode: string;
  readonly amount: number;
}

/** Money that truly came to the provider, and whether it was given back. */
export interface TakenPayment {
  readonly paymentId: string;
  readonly reference: string;
  readonly amount: number;
  readonly paidOn: string;
  /** The day on which it bounces; undefined for ever good. */
  readonly reversedOn: string | undefined;
}

export interface TakenPayout {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly accountNumber: string;
  state: 'pending' | 'paid' | 'returned';
  /** The day of its end. */
  on?: string;
}

/** What the provider says of a payout that it is asked for: always the truth. */
function payoutState(payout: TakenPayout | undefined): object {
  if (!payout) return { state: 'unknown' };
  return payout.on === undefined ? { state: 'pending' } : { state: payout.state, on: payout.on };
}

interface Notice {
  readonly body: string;
  /** The business's day before which nobody is told. */
  readonly from: string;
  /** How often it is told besides the first time. */
  readonly copies: number;
  /** The payment that it tells of, where it does. */
  readonly paymentId?: string;
}

interface Payment {
  readonly amount: number;
  readonly paidOn: string;
  readonly reportFrom: string;
  readonly copies: number;
  readonly reversedOn: string | undefined;
}

/** A part of the provider that is gone. */
export interface ProviderOutage {
  readonly paths: readonly string[];
  readonly how: 'cut' | 'silent';
  /** When something was asked for meanwhile, by our reference of it: `performance.now()` of each try. */
  readonly tries: Map<string, number[]>;
}

export interface Provider {
  readonly url: string;
  readonly secret: string;
  readonly webhookSecret: string;
  readonly payments: ReadonlyMap<string, TakenPayment>;
  readonly payouts: ReadonlyMap<string, TakenPayout>;
  /** Payments whose message a server has answered with: taken. */
  readonly acknowledged: ReadonlySet<string>;
  /** Our ids of the text messages that it was given. */
  readonly texts: ReadonlySet<string>;
  /** The newest code that was sent to a number, if one was. */
  codeSentTo(phone: string): string | undefined;
  /** While set, whoever asks for one of these paths finds nobody, or is never answered, whether the work was done or not. */
  away: ProviderOutage | undefined;
  /** Messages that no server has taken yet. */
  readonly unreported: number;
  /** Somebody pays a code: true money, whatever the amount. The servers hear of it from `tellFrom` on. */
  pay(payCode: string, payment: Payment): void;
  /** Decides every pending payout whose time has come; `returns` says which accounts nobody has. */
  decidePayouts(today: string, returns: (accountNumber: string) => boolean): void;
  /** Tells what is due by `today`, doubled and in any order, to whichever server `to` names. */
  tell(today: string, to: () => string): Promise<void>;
  /** Tells lies: forged, foreign and senseless messages, which must change nothing. */
  lie(today: string, to: () => string): Promise<void>;
  close(): Promise<void>;
}

const parallel = 6;

/** The outside world: takes and pays money truly, remembers everything, is slow, loses answers, repeats itself and lies. */
export async function startProvider(chance: Random): Promise<Provider> {
  const secret = 'simulated-provider-secret';
  const webhookSecret = 'simulated-webhook-secret';
  const codes = new Map<string, Code>();
  const codeOf = new Map<string, Code>();
  const payments = new Map<string, TakenPayment>();
  const payouts = new Map<string, TakenPayout>();
  const texts = new Set<string>();
  const codesSent = new Map<string, string>();
  const acknowledged = new Set<string>();
  const outbox: Notice[] = [];
  let serial = 100_000_000_000;

  function work(path: string, request: Record<string, unknown>): object | undefined {
    const reference = String(request.reference);
    if (path === '/codes') {
      let code = codes.get(reference);
      if (!code) {
        serial += 1;
        code = { reference, payCode: String(serial), amount: Number(request.amount) };
        codes.set(reference, code);
        codeOf.set(code.payCode, code);
      }
      return { id: `code_${code.payCode}`, payCode: code.payCode, qr: `simulated:${code.payCode}` };
    }
    if (path === '/payouts') {
      let payout = payouts.get(reference);
      if (!payout) {
        payout = {
          id: `payout_${reference}`,
          reference,
          amount: Number(request.amount),
          accountNumber: String(request.accountNumber),
          state: 'pending',
        };
        payouts.set(reference, payout);
      }
      return { id: payout.id };
    }
    if (path === '/payouts/standing') return payoutState(payouts.get(reference));
    if (path === '/texts') {
      texts.add(reference);
      const sent = /\b\d{6}\b/.exec(String(request.text))?.[0];
      if (sent) codesSent.set(String(request.phone), sent);
      return { id: reference };
    }
    return undefined;
  }

  async function answer(response: ServerResponse, path: string, text: string): Promise<void> {
    const { away } = self;
    if (away?.paths.includes(path)) {
      const { reference } = JSON.parse(text);
      away.tries.set(reference, [...(away.tries.get(reference) ?? []), performance.now()]);
      if (away.how === 'cut') response.socket?.destroy();
      else if (chance.happens(0.5)) work(path, JSON.parse(text));
      return;
    }
    const mood = chance.next();
    if (mood < 0.03) {
      response.writeHead(500).end();
      return;
    }
    if (mood < 0.06) await pause(chance.between(20, 400));
    const done = work(path, JSON.parse(text));
    // The work is done and nobody hears of it.
    if (mood > 0.97) {
      response.socket?.destroy();
      return;
    }
    if (!done) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(done));
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.headers.authorization !== `Bearer ${secret}`) {
        response.writeHead(401).end();
        return;
      }
      void answer(response, request.url ?? '', Buffer.concat(parts).toString('utf8'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Its own address: a TCP server's is never a text.
  const { port } = server.address() as AddressInfo;

  async function post(origin: string, body: string, sign: string): Promise<number> {
    try {
      const response = await fetch(`${origin}/api/webhook/gateway`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-signature': sign },
        body,
        signal: AbortSignal.timeout(15_000),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }
  const signed = (body: string) => signature(webhookSecret, Math.floor(Date.now() / 1000), body);
  const note = (body: object, from: string, copies: number, paymentId?: string) =>
    outbox.push({ body: JSON.stringify(body), from, copies, ...(paymentId ? { paymentId } : {}) });

  const self: Provider = {
    away: undefined,
    url: `http://127.0.0.1:${port}`,
    secret,
    webhookSecret,
    payments,
    payouts,
    acknowledged,
    texts,
    codeSentTo: (phone) => codesSent.get(phone),
    get unreported() {
      return outbox.length;
    },
    pay(payCode, { amount, paidOn, reportFrom: tellFrom, copies, reversedOn }) {
      const code = codeOf.get(payCode);
      if (!code) throw new Error(`nobody issued the code ${payCode}`);
      const paymentId = `pay_${randomUUID()}`;
      payments.set(paymentId, { paymentId, reference: code.reference, amount, paidOn, reversedOn });
      const body = { kind: 'payment', reference: code.reference, paymentId, amount, paidOn };
      note({ ...body, id: `msg_${paymentId}` }, tellFrom, copies, paymentId);
      // Some providers tell one payment by two messages of their own.
      if (copies > 1) note({ ...body, id: `again_${paymentId}` }, tellFrom, 0, paymentId);
      if (reversedOn)
        note(
          { kind: 'reversal', id: `back_${paymentId}`, reference: code.reference, paymentId, on: reversedOn },
          reversedOn,
          1,
        );
    },
    decidePayouts(today, returns) {
      for (const payout of payouts.values()) {
        if (payout.state !== 'pending') continue;
        payout.state = returns(payout.accountNumber) ? 'returned' : 'paid';
        payout.on = today;
        note(
          {
            kind: 'payout',
            id: `msg_${payout.id}`,
            reference: payout.reference,
            result: payout.state,
            on: today,
            ...(payout.state === 'returned' ? { reason: 'no such account' } : {}),
          },
          today,
          chance.between(0, 2),
        );
      }
    },
    async tell(today, to) {
      const due = outbox.filter((notice) => notice.from <= today);
      const calls = chance.shuffled(due.flatMap((notice) => Array(notice.copies + 1).fill(notice)));
      const taken = new Set<Notice>();
      const next = async () => {
        for (let notice = calls.pop(); notice; notice = calls.pop())
          if ((await post(to(), notice.body, signed(notice.body))) === 200) taken.add(notice);
      };
      await Promise.all(Array.from({ length: parallel }, next));
      for (const notice of taken) {
        if (notice.paymentId !== undefined) acknowledged.add(notice.paymentId);
        const index = outbox.indexOf(notice);
        // Somebody who told it at the same time may have crossed it off.
        if (index >= 0) outbox.splice(index, 1);
      }
    },
    async lie(today, to) {
      const [payment] = chance.shuffled([...payments.values()]);
      const [payout] = chance.shuffled([...payouts.values()].filter((item) => item.state !== 'pending'));
      const invented = { kind: 'payment', id: `lie_${randomUUID()}`, paymentId: `lie_${randomUUID()}` };
      const output = JSON.stringify({ ...invented, reference: randomUUID(), amount: 100_000, paidOn: today });
      await post(to(), output, signed(output));
      if (payment) {
        const forged = JSON.stringify({
          ...invented,
          reference: payment.reference,
          amount: 1,
          paidOn: today,
        });
        const status = await post(to(), forged, signature('another secret', Date.now() / 1000, forged));
        if (status === 200) throw new Error('a forged message was taken');
      }
      if (payout) {
        const turned = payout.state === 'paid' ? 'returned' : 'paid';
        const body = JSON.stringify({
          kind: 'payout',
          id: `lie_${randomUUID()}`,
          reference: payout.reference,
          result: turned,
          on: today,
        });
        await post(to(), body, signed(body));
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return self;
}
