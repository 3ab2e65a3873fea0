import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { login, smsCode } from '@hiram/contract/account';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { certifyForm, certifyOptions, certifySave } from '@hiram/contract/certify';
import { problemSave, uploadProblemImg } from '@hiram/contract/complaint';
import { acknowledgeDisclosure, confirmDetail, loanPush } from '@hiram/contract/confirm';
import type { Context } from '@hiram/contract/context';
import type { Envelope } from '@hiram/contract/envelope';
import { homeIndex } from '@hiram/contract/home';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import sharp from 'sharp';
import { Broken } from '../faults/simulator/books.ts';
import { type Ask, client, once } from '../faults/simulator/client.ts';
import type { Provider } from '../faults/simulator/provider.ts';

const patienceMs = 30_000;

export interface PayCode {
  readonly text: string;
  /** In cents. */
  readonly amount: number;
}

interface Surroundings {
  readonly origin: string;
  readonly provider: Provider;
  readonly today: string;
}

async function until<T>(what: string, ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const value = await ask();
    if (holds(value)) return value;
    if (performance.now() > deadline) throw new Broken(`${what}: ${JSON.stringify(value)}`);
    await pause(100);
  }
}

function demand<Data>(answer: Envelope<Data>, what: string): Data {
  if (!answer.success) throw new Broken(`${what}: ${answer.message}`);
  return answer.data;
}

/** The first place of the first city of the last province. */
async function placeOf(ask: Ask, context: Context): Promise<string> {
  let parent = '';
  for (let level = 0; level < 3; level += 1) {
    const { list } = (await ask(certifyOptions, { kind: 'city-select', parent }, context)).data;
    parent = list[level === 0 ? list.length - 1 : 0]?.type ?? '';
  }
  return parent;
}

async function fillForms(ask: Ask, context: Context): Promise<void> {
  const typed: Record<string, string> = {
    fullName: 'Maria Santos Dewi',
    street: '12 Mabini',
    idNumber: String(randomInt(10 ** 11, 10 ** 12)),
    monthlyIncome: '40000',
    birthDate: '1994-05-17',
  };
  for (const group of ['public', 'personal', 'job'] as const) {
    const { items } = (await ask(certifyForm, { group }, context)).data;
    const values: Record<string, string> = {};
    for (const item of items)
      if (item.cate === 'citySelect') values[item.code] = await placeOf(ask, context);
      else if (item.note.length > 0) values[item.code] = item.note[0]?.type ?? '';
      else if (typed[item.code]) values[item.code] = typed[item.code] ?? '';
    demand(await ask(certifySave, { group, values, revision: 0 }, context, randomUUID()), group);
  }
}

/** A real borrower of the brand `ph`, who uses nothing but borrowers' calls. */
export class Borrower {
  readonly #surroundings: Surroundings;
  readonly #ask: Ask;
  readonly #phone = `0917${String(randomInt(10 ** 7)).padStart(7, '0')}`;
  #context: Context = { deviceId: randomUUID() };
  #orderId = '';

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.#ask = client({ origin: () => surroundings.origin });
  }

  get orderId(): string {
    return this.#orderId;
  }

  /** Signs in by a code, fills in the forms, applies, is decided by `decide`, withdraws and is paid out. */
  async borrow(decide: (orderId: string) => Promise<void>): Promise<void> {
    const { provider, today, origin } = this.#surroundings;
    await this.#signIn();
    await fillForms(this.#ask, this.#context);
    const productId = await this.#apply();
    await decide(this.#orderId);
    await until(
      'the decision',
      () => this.#status(),
      (status) => status === 151,
    );
    const wallet = {
      cardType: 2,
      walletCode: 'GXCHPHM2',
      walletNumber: this.#phone,
      holderName: 'Maria Santos Dewi',
      product_id: productId,
    };
    demand(await this.#ask(bindCardFromOrder, wallet, this.#context, randomUUID()), 'the account');
    const withdrawn = await this.#ask(withdraw, { orderId: this.#orderId }, this.#context, randomUUID());
    demand(withdrawn, 'withdrawing');
    const paidOut = async () => {
      provider.decidePayouts(today, () => false);
      await provider.tell(today, () => origin);
      return this.#status();
    };
    await until('the payout', paidOut, (status) => status === 170 || status === 174);
  }

  /** A code to pay a part. */
  async newCode(): Promise<PayCode> {
    const { amountMin: amount } = await this.#bill();
    const input = { orderId: this.#orderId, amount, channelNumber: '10001' };
    const answer = await this.#ask(payCode, input, this.#context, randomUUID());
    const { payUrl } = demand(answer, 'a code to pay');
    const text = new URL(payUrl, this.#surroundings.origin).searchParams.get('payCode') ?? '';
    return { text, amount };
  }

  /** Pays a code through the provider and waits until the servers have taken the payment. */
  async pay({ text, amount }: PayCode): Promise<void> {
    const { provider, today, origin } = this.#surroundings;
    const before = await this.owes();
    provider.pay(text, { amount, paidOn: today, reportFrom: today, copies: 0, reversedOn: undefined });
    const told = async () => {
      await provider.tell(today, () => origin);
      return this.owes();
    };
    await until('the payment', told, (owed) => owed === before - amount);
  }

  /** Complains with a picture. Returns the picture's address, without the origin. */
  async complain(): Promise<string> {
    const { status, text } = await this.upload();
    if (status !== 200) throw new Broken(`the picture: ${status} ${text}`);
    const answer: Envelope<{ url: string }> = JSON.parse(text);
    const { url } = demand(answer, 'the picture');
    const complaint = {
      problemType: 2,
      problemDetail: 'With a picture',
      problemImage: url,
      orderNo: this.#orderId,
    };
    demand(await this.#ask(problemSave, complaint, this.#context, randomUUID()), 'a complaint');
    const address = new URL(url, this.#surroundings.origin);
    return `${address.pathname}${address.search}`;
  }

  /** The amount owed, in cents. */
  async owes(): Promise<number> {
    return (await this.#bill()).amountMax;
  }

  /** One try to upload a picture. */
  async upload(): Promise<{ readonly status: number; readonly text: string; readonly ms: number }> {
    const blank = { width: 640, height: 480, channels: 3, background: '#385' } as const;
    const photo = await sharp({ create: blank }).jpeg().toBuffer();
    const form = new FormData();
    form.set('problemImage', new Blob([Uint8Array.from(photo)], { type: 'image/jpeg' }), 'photo.jpg');
    const query = new URLSearchParams({ ...this.#context });
    const url = `${this.#surroundings.origin}/api${uploadProblemImg.path}?${query}`;
    return once(url, { 'idempotency-key': randomUUID() }, form);
  }

  async #signIn(): Promise<void> {
    const phone = this.#phone;
    demand(await this.#ask(smsCode, { phone, purpose: 'login' }, this.#context), 'a code');
    const code = await until(
      'the code',
      async () => this.#surroundings.provider.codeSentTo(`+63${phone.slice(1)}`),
      (text) => text !== undefined,
    );
    const answer = await this.#ask(login, { phone, smsCode: String(code) }, this.#context);
    this.#context = { ...this.#context, sessionId: demand(answer, 'signing in').sessionId };
  }

  /** Applies for the first product's own offer. Returns the product's id. */
  async #apply(): Promise<string> {
    const context = this.#context;
    const { products } = (await this.#ask(homeIndex, {}, context)).data;
    const productId = products[0]?.productId ?? '';
    const offer = demand(await this.#ask(confirmDetail, { productId }, context), 'the offer');
    const { amount, periods, disclosure } = offer;
    if (disclosure.needed === 1)
      await this.#ask(acknowledgeDisclosure, { productId, amount, hash: disclosure.hash }, context);
    const input = { productId, amount, periods, termUnit: 'day' } as const;
    const { lendDetailsUrl } = demand(await this.#ask(loanPush, input, context, randomUUID()), 'applying');
    this.#orderId = new URL(lendDetailsUrl, this.#surroundings.origin).searchParams.get('orderId') ?? '';
    return productId;
  }

  async #status() {
    return (await this.#ask(loanDetails, { orderId: this.#orderId }, this.#context)).data.orderStatus;
  }

  async #bill() {
    return demand(await this.#ask(instalmentDetail, { orderId: this.#orderId }, this.#context), 'the bill');
  }
}
