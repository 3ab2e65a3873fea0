import {
  type messagePreferences,
  messagePurposes,
  type setMessagePreference,
} from '@hiram/contract/messages';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** The purposes that a borrower may switch. The others are the law's and the loan's own. */
const isFree = (purpose: (typeof messagePurposes)[number]) =>
  purpose === 'reminder' || purpose === 'marketing';

/** Reminders are on until they are switched off; offers are off until the borrower asks for them. */
export const listPreferences: Handler<typeof messagePreferences> = async (
  _input,
  { db, borrower, translate },
) => {
  const reminder = await db
    .selectFrom('message_preference')
    .select('is_on')
    .where('borrower_id', '=', borrower.id)
    .where('purpose', '=', 'reminder')
    .executeTakeFirst();
  const marketing = await db
    .selectFrom('consent')
    .select('kind')
    .where('borrower_id', '=', borrower.id)
    .where('kind', '=', 'marketing')
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  const isOn = {
    service: true,
    collection: true,
    reminder: reminder?.is_on ?? true,
    marketing: marketing !== undefined,
  };
  return {
    list: messagePurposes.map((purpose) => ({
      purpose,
      title: translate(`message.purpose.${purpose}`),
      isOn: isOn[purpose],
      canSwitch: isFree(purpose),
    })),
  };
};

/** Switches reminders or offers. */
export const setPreference: Handler<typeof setMessagePreference> = async (
  { purpose, isOn },
  requestContext,
) => {
  if (!isFree(purpose)) return reject('notFree', { field: 'purpose' });
  await (purpose === 'marketing' ? setMarketing : setReminder)(requestContext, isOn);
  return {};
};

async function setReminder({ db, borrower, now }: BorrowerRequest, isOn: boolean): Promise<void> {
  const values = { is_on: isOn, changed_at: now };
  await db
    .insertInto('message_preference')
    .values({ borrower_id: borrower.id, purpose: 'reminder', ...values })
    .onConflict((conflict) => conflict.columns(['borrower_id', 'purpose']).doUpdateSet(values))
    .execute();
}

/** Offers are a consent, with the text that it was given to. */
async function setMarketing({ db, borrower, brand, now }: BorrowerRequest, isOn: boolean): Promise<void> {
  const values = { version: brand.legal.effective, given_at: now, withdrawn_at: null };
  if (isOn)
    await db
      .insertInto('consent')
      .values({ borrower_id: borrower.id, kind: 'marketing', ...values })
      .onConflict((conflict) => conflict.columns(['borrower_id', 'kind']).doUpdateSet(values))
      .execute();
  else
    await db
      .updateTable('consent')
      .set({ withdrawn_at: now })
      .where('borrower_id', '=', borrower.id)
      .where('kind', '=', 'marketing')
      .where('withdrawn_at', 'is', null)
      .execute();
}
