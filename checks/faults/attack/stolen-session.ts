import { randomBytes, randomUUID } from 'node:crypto';
import { accountCode, bindCard } from '@hiram/contract/bank';
import { calls } from '@hiram/contract/calls';
import { proofHeaders } from '@hiram/contract/context';
import type { Attack } from './attacks.ts';

const borrowers = 20;
/** Longer than a code of the sign-in proves the number. */
const laterMs = 11 * 60_000;
const newKey = () => randomBytes(24).toString('base64url');

/**
 * A thief has the address of borrowers' pages, then whole sessions with their proof. With the address they try every call;
 * with the session they try to be paid: to bind the first account, without a code and by guessing one.
 */
export const stealSession: Attack = async (hiram, { later }) => {
  const closed = calls.filter((call) => call.caller === 'borrower');
  let answered = 0;
  let bound = 0;
  for (let index = 0; index < borrowers; index += 1) {
    const { context, productId } = await hiram.borrower({ state: index % 2 ? 'ready' : '151' });
    const owner = { [proofHeaders.page]: newKey() };
    await hiram.send(accountCode, {}, context, { headers: owner });
    const thieves: readonly Record<string, string>[] = [
      {},
      { [proofHeaders.app]: newKey() },
      { [proofHeaders.page]: newKey() },
    ];
    for (const thief of thieves)
      for (const call of closed) {
        const { status } = await hiram.send(call, {}, context, { headers: thief });
        if (status !== 401) answered += 1;
      }
    later(laterMs);
    await hiram.send(accountCode, {}, context, { headers: owner });
    for (const smsCode of [undefined, '', '000000', '123456', '111111', '654321', '999999'])
      if (await bind(smsCode)) bound += 1;
    async function bind(smsCode: string | undefined): Promise<boolean> {
      const wallet = {
        cardType: 2,
        walletCode: 'GXCHPHM2',
        walletNumber: '09179999999',
        holderName: 'Maria Santos',
      };
      const input = { ...wallet, product_id: productId, ...(smsCode === undefined ? {} : { smsCode }) };
      const options = { headers: owner, key: randomUUID() };
      return (await hiram.send(bindCard, input, context, options)).success;
    }
  }
  return [
    {
      what: `calls answered with the address alone, of ${borrowers * 3 * closed.length}`,
      value: answered,
      limit: { atMost: 0 },
    },
    {
      what: `first accounts bound with a whole session, of ${borrowers}`,
      value: bound,
      limit: { atMost: 0 },
    },
  ];
};
