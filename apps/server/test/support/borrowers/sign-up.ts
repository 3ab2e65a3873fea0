import { randomInt, randomUUID } from 'node:crypto';
import { login, smsCode } from '@hiram/contract/account';
import { certifySave } from '@hiram/contract/certify';
import { acknowledgeDisclosure, confirmDetail, loanPush } from '@hiram/contract/confirm';
import { asId } from '@hiram/contract/ids';
import { expect } from 'vitest';
import type { DemoBorrower, Hiram } from '../processes/running-server.ts';
import { newestCode, newestText } from './bind-again.ts';

export interface Person {
  readonly phone?: string;
  readonly deviceId?: string;
  readonly fullName?: string;
  readonly idNumber?: string;
}

export const newPhone = () => `13${String(randomInt(10 ** 9)).padStart(9, '0')}`;
export const newDocument = () => String(randomInt(10 ** 11, 10 ** 12));

/** A borrower who signs in with a code for their own number, in the brand `spec`. */
export async function signIn(hiram: Hiram, person: Person = {}): Promise<DemoBorrower> {
  const { phone = newPhone(), deviceId = randomUUID() } = person;
  const context = { deviceId };
  const before = await newestText(hiram, { phone, context });
  expect(await hiram.send(smsCode, { phone, purpose: 'login' }, context)).toMatchObject({ success: true });
  const code = await newestCode(hiram, { phone, context }, before);
  const signedIn = await hiram.send(login, { phone, smsCode: code }, context);
  expect(signedIn.success, signedIn.message).toBe(true);
  const mine = { ...context, sessionId: signedIn.data.sessionId };
  const product = hiram.server.appContext.brands
    .get('spec')
    ?.products.find((candidate) => candidate.kind === 'single');
  const { id } = await hiram.server.appContext.db
    .selectFrom('product')
    .select('id')
    .where('brand', '=', 'spec')
    .where('code', '=', product?.code ?? '')
    .executeTakeFirstOrThrow();
  return { context: mine, productId: id, orderId: asId(''), phone };
}

/** Fills in the certification forms. */
export async function certify(hiram: Hiram, borrower: DemoBorrower, person: Person = {}): Promise<void> {
  const groups = {
    public: { fullName: person.fullName ?? 'Maria Santos', nationality: 'PH', civilStatus: 'single' },
    personal: {
      birthDate: '1994-05-17',
      barangay: '00101001',
      street: '12 Mabini Street',
      permanentAddress: '1',
      idType: 'philsys',
      idNumber: person.idNumber ?? newDocument(),
      fullCapacity: '1',
    },
    job: { employment: 'employed', employer: 'Luntian', monthlyIncome: '40000', payDay: 'monthly' },
  };
  for (const [group, values] of Object.entries(groups)) {
    const saved = await hiram.send(certifySave, { group, values, revision: 0 }, borrower.context, {
      key: randomUUID(),
    });
    expect(saved.success, `${group}: ${saved.message}`).toBe(true);
  }
}

/** Applies for the product's own offer. */
export async function applyFor(hiram: Hiram, borrower: DemoBorrower): Promise<DemoBorrower> {
  const { productId, context } = borrower;
  const offer = await hiram.send(confirmDetail, { productId }, context);
  expect(offer.success, offer.message).toBe(true);
  const { amount, periods, disclosure } = offer.data;
  if (disclosure.needed === 1)
    await hiram.send(acknowledgeDisclosure, { productId, amount, hash: disclosure.hash }, context);
  const pushed = await hiram.send(loanPush, { productId, amount, periods, termUnit: 'day' }, context);
  expect(pushed.success, pushed.message).toBe(true);
  const url = new URL(pushed.data.lendDetailsUrl, hiram.origin);
  return { ...borrower, orderId: asId(url.searchParams.get('orderId') ?? '') };
}

/** Signed in, certified, applied. */
export async function applicant(hiram: Hiram, person: Person = {}): Promise<DemoBorrower> {
  const borrower = await signIn(hiram, person);
  await certify(hiram, borrower, person);
  return applyFor(hiram, borrower);
}
