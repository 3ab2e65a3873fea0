import { type AccountChange, accountChange, accountCode, disownAccountChange } from '@hiram/contract/bank';
import type { RequestContext, Server } from '../../api/serve.ts';
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
import { reject } from '../../platform/errors/rejection.ts';

/** The countdown that the page shows until a code can be asked for again. */
const resendSeconds = 60;

/** Replacing a payout account: the code that it needs, and the owner's word that it was not them. */
export function accountChangeRoutes({ serve, serveOpen, appContext }: Server): void {
  serve(accountCode, async (_input, { brand, borrower, context, proof, address, translate, now }) => {
    const { phone } = borrower;
    const made = await inTransaction(appContext.db, async (trx) => {
      // No code for a change that would be refused: its owner could not be told of it today.
      if (!(await canQueueText(trx, { brand: brand.id, phone, purpose: 'accountChanged', now })))
        return { rejected: 'cannotNotify' } as const;
      const code = await makeCode(trx, appContext.cipher, {
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
      if ('rejected' in code) return code;
      // The number's cap for texts: a code that nobody gets is none.
      const text = translate('sms.accountCode', { code: code.code, name: brand.names.english });
      const isSent = await queueText(trx, appContext, {
        brand: brand.id,
        phone,
        purpose: 'account',
        text,
        now,
      });
      return isSent ? code : ({ rejected: 'tooManyToday' } as const);
    });
    if (!('rejected' in made)) return { seconds: resendSeconds };
    if (made.rejected === 'cannotNotify') return reject('cannotNotify');
    return made.rejected === 'tooSoon'
      ? reject('tooSoon', { text: translate('rejection.codeTooSoon', { seconds: made.seconds }) })
      : reject('tooManyToday');
  });

  serveOpen(accountChange, async ({ change: token }, requestContext) => {
    const change = await findAccountChange(appContext.db, requestContext.brand, token, requestContext.now);
    if (!change) return reject('unknownChange', { values: { phone: requestContext.brand.servicePhone } });
    return stateOf(appContext.db, change, requestContext);
  });

  serveOpen(disownAccountChange, async ({ change: token }, requestContext) => {
    const change = await findAccountChange(appContext.db, requestContext.brand, token, requestContext.now);
    if (!change) return reject('unknownChange', { values: { phone: requestContext.brand.servicePhone } });
    return inTransaction(appContext.db, async (trx) => {
      await disownChange(trx, appContext, change);
      requestContext.addLogFields({ borrower: change.borrower_id });
      return stateOf(trx, { ...change, disowned_at: requestContext.now }, requestContext);
    });
  });
}

async function stateOf(
  db: Db,
  change: AccountChangeRow,
  { brand, translate, lang }: RequestContext,
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
        ? translate('accountChange.made', { date, tail })
        : translate('accountChange.disowned'),
    state: isPaid ? 'paid' : change.disowned_at === null ? 'open' : 'disowned',
    telephone: brand.servicePhone,
  };
}
