import { accountCode, bindCardFromOrder } from '@hiram/contract/bank';
import { sandboxSms } from '@hiram/contract/sandbox';
import { expect } from 'vitest';
import type { DemoBorrower, Hiram } from '../processes/running-server.ts';

type Person = Pick<DemoBorrower, 'phone' | 'context'>;

async function messagesOf(hiram: Hiram, { phone, context: { appName } }: Person) {
  return (await hiram.send(sandboxSms, { phone }, appName ? { appName } : {})).data.messages;
}

/** The last text with a code that was sent to a number, to distinguish the next one from it. */
export async function newestText(hiram: Hiram, borrower: Person): Promise<string | undefined> {
  return (await messagesOf(hiram, borrower)).find((message) => message.code !== undefined)?.text;
}

/** The code of the text after `before`, which a job sends. */
export async function newestCode(
  hiram: Hiram,
  borrower: Person,
  before: string | undefined,
): Promise<string> {
  const newest = await hiram.until(
    async () => (await messagesOf(hiram, borrower)).find((message) => message.code !== undefined),
    (found) => found !== undefined && found.text !== before,
  );
  return newest?.code ?? '';
}

/** Binds an account that replaces another: requests the code, reads it from the text, and sends it too. */
export async function bindAgain(
  hiram: Hiram,
  borrower: Person,
  account: Record<string, unknown>,
): Promise<void> {
  const before = await newestText(hiram, borrower);
  expect(await hiram.send(accountCode, {}, borrower.context)).toMatchObject({ success: true });
  const smsCode = await newestCode(hiram, borrower, before);
  expect(await hiram.send(bindCardFromOrder, { ...account, smsCode }, borrower.context)).toMatchObject({
    success: true,
  });
}
