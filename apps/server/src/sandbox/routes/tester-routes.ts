import {
  sandboxBorrower,
  sandboxBrands,
  sandboxCaptcha,
  sandboxFill,
  sandboxMails,
  sandboxSms,
} from '@hiram/contract/sandbox';
import type { Server } from '../../api/serve.ts';
import { mobileNumber } from '../../brands/phone.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { tokenHash } from '../../platform/http/sessions/session.ts';
import { createDemoBorrower } from '../demo-borrower.ts';
import { fillSandbox, type OwnAddresses } from '../fill/fill.ts';
import type { SandboxProvider } from '../provider/provider.ts';

/** Routes of a tester's start: demo borrowers, the brands, and the answers to captchas and texts. */
export function testerRoutes(
  { serveOpen, appContext }: Server,
  provider: SandboxProvider,
  addresses: () => OwnAddresses,
): void {
  serveOpen(sandboxBorrower, async (input, { brand, context, proof }) =>
    // As in an app's sign-in, the app's key is bound at once; a page's key, at the page's first call.
    createDemoBorrower(appContext, brand, input, {
      deviceId: context.deviceId,
      proof: { ...proof, page: [] },
    }),
  );

  // One after the other: the same demo people act in each, and a person makes one call at a time.
  let last: Promise<unknown> = Promise.resolve();
  serveOpen(sandboxFill, async (_input, { brand }) => {
    const filled = last.then(() => fillSandbox(appContext, { brand, provider, addresses: addresses() }));
    last = filled.catch(() => undefined);
    return { borrowers: await filled };
  });

  serveOpen(sandboxBrands, async () => ({
    brands: [...appContext.brands.values()].map((brand) => ({
      id: brand.id,
      name: brand.names.english,
      market: brand.market,
      languages: [...brand.languages],
    })),
  }));

  serveOpen(sandboxSms, async ({ phone }, { brand }) => {
    const messages = await provider.texts(mobileNumber(brand, phone) ?? phone);
    return {
      messages: messages.map((text) => {
        const code = /\b\d{6}\b/.exec(text)?.[0];
        return code ? { text, code } : { text };
      }),
    };
  });

  serveOpen(sandboxMails, async () => ({ mails: [...(await provider.mails())] }));

  serveOpen(sandboxCaptcha, async ({ visitorId }, { db }) => {
    const visitor = await db
      .selectFrom('visitor')
      .select('captcha_encrypted')
      .where('sid_hash', '=', tokenHash(visitorId))
      .executeTakeFirst();
    return visitor?.captcha_encrypted
      ? { text: appContext.cipher.decrypt(visitor.captcha_encrypted) }
      : reject('unknownSid', { field: 'visitorId' });
  });
}
