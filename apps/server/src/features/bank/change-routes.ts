import { type AccountChange, accountChange, accountCode, disownAccountChange } from '@hiram/contract/bank';
import type { Server, Visit } from '../../api/serve.ts';
import { formatMoment } from '../../brands/texts/dates.ts';
import {
  type AccountChangeRow,
  disownChange,
  findAccountChange,
  isPaidTo,
} from '../../lending/payouts/account-changes.ts';
import { canQueueText, queueText } from '../../messaging/messages.ts';
import { makeCode } from '../../messaging/one-time-codes.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { refuse } from '../../platform/errors/rejection.ts';

/** The countdown that the page shows until a code can be asked for again. */
const resendSeconds = 60;

/** Replacing a payout account: the code that it needs, and the owner's word that it was not them. */
export function accountChangeRoutes({ serve, serveOpen, house }: Server): void {
  serve(accountCode, async (_input, { brand, borrower, context, proof, address, speak, now }) => {
    const { phone } = borrower;
    const made = await inTransaction(house.db, async (trx) => {
      // No code for a change that would be refused: its owner could not be told of it today.
      if (!(await canQueueText(trx, { brand: brand.id, phone, purpose: 'accountChanged', now })))
        return { refused: 'cannotNotify' } as const;
      const code = await makeCode(trx, house.seal, {
        brand: brand.id,
        phone,
        purpose: 'account',
        deviceId: context.deviceId,
        address,
        proof,
        // Whoever is signed in has been asked enough: a code goes to their own number alone.
        captcha: true,
        now,
      });
      if ('refused' in code) return code;
      // The number's cap for texts: a code that nobody gets is none.
      const text = speak('sms.accountCode', { code: code.code, name: brand.names.english });
      const isSent = await queueText(trx, house, { brand: brand.id, phone, purpose: 'account', text, now });
      return isSent ? code : ({ refused: 'tooManyToday' } as const);
    });
    if (!('refused' in made)) return { seconds: resendSeconds };
    if (made.refused === 'cannotNotify') return refuse('cannotNotify');
    return made.refused === 'tooSoon'
      ? refuse('tooSoon', { text: speak('refusal.codeTooSoon', { seconds: made.seconds }) })
      : refuse('tooManyToday');
  });

  serveOpen(accountChange, async ({ change: token }, visit) => {
    const change = await findAccountChange(house.db, visit.brand, token, visit.now);
    if (!change) return refuse('unknownChange', { values: { phone: visit.brand.servicePhone } });
    return stateOf(house.db, change, visit);
  });

  serveOpen(disownAccountChange, async ({ change: token }, visit) => {
    const change = await findAccountChange(house.db, visit.brand, token, visit.now);
    if (!change) return refuse('unknownChange', { values: { phone: visit.brand.servicePhone } });
    return inTransaction(house.db, async (trx) => {
      await disownChange(trx, house, change);
      visit.tell({ borrower: change.borrower_id });
      return stateOf(trx, { ...change, disowned_at: visit.now }, visit);
    });
  });
}

async function stateOf(
  db: Db,
  change: AccountChangeRow,
  { brand, speak, lang }: Visit,
): Promise<AccountChange> {
  const { number_tail: tail } = await db
    .selectFrom('bank_account')
    .select('number_tail')
    .where('id', '=', change.account_id)
    .executeTakeFirstOrThrow();
  const date = formatMoment(change.changed_at, lang, brand.timeZone);
  const isPaid = await isPaidTo(db, change);
  return {
    // Money that went out is not taken back by disowning: whoever reads the text alone must not believe it.
    text:
      isPaid || change.disowned_at === null
        ? speak('accountChange.made', { date, tail })
        : speak('accountChange.disowned'),
    state: isPaid ? 'paid' : change.disowned_at === null ? 'open' : 'disowned',
    telephone: brand.servicePhone,
  };
}
