import { resetPassword, smsCode } from '@hiram/contract/account';
import { sandboxSms } from '@hiram/contract/sandbox';
import { expect, type Hiram, type Page } from './hiram.ts';

export const newPhone = () => `138${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

/** The newest code that was sent to a phone, once that many were. */
export async function codeOf(
  hiram: Hiram,
  phone: string,
  count = 1,
  query?: Record<string, string>,
): Promise<string> {
  const codes = async () => {
    const { messages } = await hiram.send(sandboxSms, { phone }, query);
    return messages.flatMap(({ code }) => code ?? []);
  };
  await expect.poll(async () => (await codes()).length).toBeGreaterThanOrEqual(count);
  return (await codes())[0] ?? '';
}

/** Opens the settings of a new account that has a password. The tests of the sign-in page set one there. */
export async function openSettings(page: Page, hiram: Hiram, phone: string, password: string): Promise<void> {
  await hiram.send(smsCode, { phone, purpose: 'reset' });
  const reset = { phone, smsCode: await codeOf(hiram, phone), password };
  const { sessionId } = await hiram.send(resetPassword, reset);
  await page.goto(`${hiram.origin}/setting?${new URLSearchParams({ sessionId })}`);
}
