import { randomUUID } from 'node:crypto';
import { getSid, getSms, register, trackClick, trackVisit } from '@hiram/contract/promotion';
import { sandboxCaptcha, sandboxSms } from '@hiram/contract/sandbox';
import type { Brand } from '../../brands/brand.ts';
import { anyPhone } from '../demo-borrower.ts';
import type { Ask } from './calls.ts';
import { found } from './found.ts';

/** Visitors of the landing page by advertisement: how many come, and how many of them take each further step. */
const advertisements = [
  { userFrom: 'facebook', visits: 14, clicks: 7, codes: 4, registered: 2 },
  { userFrom: 'search', visits: 7, clicks: 4, codes: 2, registered: 1 },
  { userFrom: 'friends', visits: 3, clicks: 1, codes: 0, registered: 0 },
] as const;

/** Visits of the landing page that end at every step before a loan. */
export async function visitPages(ask: Ask, brand: Brand, origin: string): Promise<void> {
  for (const { userFrom, visits, clicks, codes, registered } of advertisements)
    for (let index = 0; index < visits; index += 1) {
      const deviceId = randomUUID();
      await ask(trackVisit, { userFrom }, { deviceId });
      if (index < clicks) await ask(trackClick, { userFrom }, { deviceId });
      if (index >= codes) continue;
      const { visitorId } = await ask(getSid, {}, { deviceId });
      // The captcha is drawn for its picture.
      await fetch(
        `${origin}/api/get-captcha?${new URLSearchParams({ sid: visitorId, t: '1', appName: brand.id })}`,
      );
      const { text: captchaText } = await ask(sandboxCaptcha, { visitorId });
      const visitor = { phone: anyPhone(brand), visitorId, deviceId, appName: brand.id, userFrom };
      await ask(getSms, { ...visitor, captchaText }, { deviceId });
      if (index >= registered) continue;
      const { code = '' } = await found('the code of a visitor is not found', async () => {
        const { messages } = await ask(sandboxSms, { phone: visitor.phone });
        return messages.find((message) => message.code !== undefined);
      });
      await ask(register, { ...visitor, userName: visitor.phone, smsCode: code }, { deviceId });
    }
}
