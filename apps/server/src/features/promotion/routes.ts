import {
  type ChannelTemplate,
  channelTemplate,
  getSid,
  getSms,
  register,
  requestCaptchaChallenge,
  solveCaptchaChallenge,
  trackClick,
  trackVisit,
} from '@hiram/contract/promotion';
import type { RequestContext, Server } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { newCaptcha, newVisitor } from '../../messaging/visitors.ts';
import { isRejection, NotFound, reject } from '../../platform/errors/rejection.ts';
import { createAttribution, type PromotionStep, type Source } from './attribution.ts';
import { consumeChallenge, createChallenge } from './captcha-work.ts';
import { shownTemplate } from './example.ts';
import { registerVisitor } from './registration.ts';
import { sendCode } from './send-code.ts';
import { type LandingTemplate, loadTemplates } from './templates.ts';

/** The functions that the visitors' pages use besides the calls. */
export interface Promotion {
  /** The landing page of an id; the brand's first one for an unknown id. */
  template(brand: Brand, id: string | undefined): ChannelTemplate;
  /** Whether the id is empty or of a landing page of the brand. */
  knows(brand: Brand, id: string | undefined): boolean;
  /** Records a visitor's step, once a day and source. */
  keep(
    kind: PromotionStep,
    source: Source,
    requestContext: RequestContext,
    borrowerId?: string,
  ): Promise<void>;
}

/** Landing pages, attribution of visitors, and registration. No session is needed; no answer reveals who is a borrower. */
export function promotionRoutes({ serveOpen, appContext }: Server): Promotion {
  const attribution = createAttribution(appContext.db, (timeZone) =>
    appContext.clock.today(appContext.db, timeZone),
  );
  const templates = new Map<Brand, ReadonlyMap<string, LandingTemplate>>();
  for (const { localized } of appContext.brands.values())
    for (const brand of localized.values())
      templates.set(brand, loadTemplates(appContext.config.brandsDir, brand));
  const keep = async (
    kind: PromotionStep,
    source: Source,
    requestContext: RequestContext,
    borrowerId?: string,
  ) => {
    const { brand, context, address, now } = requestContext;
    await attribution.keep({
      brand: brand.id,
      timeZone: brand.timeZone,
      kind,
      visitor: context.deviceId ?? address,
      source,
      borrowerId,
      at: now,
    });
  };

  const template = (brand: Brand, id: string | undefined): ChannelTemplate => {
    const brandTemplates = templates.get(brand);
    const shown = brandTemplates?.get(id ?? '') ?? [...(brandTemplates?.values() ?? [])][0];
    if (!shown) throw new Error(`${brand.id} has no landing page`);
    return shownTemplate(shown, brand);
  };

  const knows = (brand: Brand, id: string | undefined) => !id || templates.get(brand)?.has(id) === true;
  serveOpen(channelTemplate, async ({ templateId }, { brand }) =>
    knows(brand, templateId)
      ? template(brand, templateId)
      : reject('unknownTemplate' as const, { field: 'templateId' }),
  );

  serveOpen(trackVisit, async ({ page_type, ...source }, requestContext) => {
    await keep('visit', source, requestContext);
    return {};
  });

  serveOpen(trackClick, async ({ page_type, phone, ...source }, requestContext) => {
    await keep('click', source, requestContext);
    return {};
  });

  serveOpen(getSms, async (input, requestContext) => {
    const answer = await sendCode(appContext, input, requestContext);
    if (!isRejection(answer)) await keep('codeSent', sourceOf(input), requestContext);
    return answer;
  });

  serveOpen(register, async (input, requestContext) => {
    const source = { ...sourceOf(input), template: input.id };
    const answer = await registerVisitor(appContext, input, source, requestContext);
    if (isRejection(answer)) return answer;
    if ('borrowerId' in answer) await keep('registered', source, requestContext, answer.borrowerId);
    return {};
  });

  serveOpen(requestCaptchaChallenge, async ({ sid }, { brand, address, now, db }) => {
    const work = await createChallenge(db, appContext.cipher, { brand: brand.id, sid, address, now });
    if (work === undefined) throw new NotFound('visitor');
    return work === 'tooMuchWork' ? reject('tooMuchWork', { values: { phone: brand.servicePhone } }) : work;
  });

  serveOpen(solveCaptchaChallenge, async ({ sid, nonce }, { brand, address, now, db }) => {
    const taken = await consumeChallenge(db, appContext.cipher, {
      brand: brand.id,
      sid,
      nonce,
      address,
      now,
    });
    if (taken !== 'taken') return reject(taken, { values: { phone: brand.servicePhone } });
    const capcode = await newCaptcha(db, sid, now, appContext.config.sandbox ? appContext.cipher : undefined);
    return capcode === undefined ? reject('wrongWork') : { capcode };
  });

  serveOpen(getSid, async (_input, { brand, context, address, now }) => ({
    sid: await newVisitor(appContext, { brand: brand.id, deviceId: context.deviceId, address, now }),
  }));

  return { template, knows, keep };
}

/** The source fields of a form. */
function sourceOf(input: Source): Source {
  const { user_from, app_from, utm_tag } = input;
  return { user_from, app_from, utm_tag };
}
