import {
  askCaptchaWork,
  type ChannelTemplate,
  channelTemplate,
  getSid,
  getSms,
  proveCaptchaWork,
  register,
  trackClick,
  trackVisit,
} from '@hiram/contract/promotion';
import type { Server, Visit } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { newCaptcha, newVisitor } from '../../messaging/visitors.ts';
import { isRefused, NotFound, refuse } from '../../platform/errors/rejection.ts';
import { createAttribution, type PromotionStep, type Source } from './attribution.ts';
import { setWork, takeWork } from './captcha-work.ts';
import { shownTemplate } from './example.ts';
import { registerVisitor } from './registration.ts';
import { sendCode } from './send-code.ts';
import { type LandingTemplate, loadTemplates } from './templates.ts';

/** What the pages for visitors stand on, beside the calls. */
export interface Promotion {
  /** The landing page of an id, as it is shown; the brand's first for an id that is none. */
  template(brand: Brand, id: string | undefined): ChannelTemplate;
  /** Is this the id of a landing page of the brand, or none at all? */
  knows(brand: Brand, id: string | undefined): boolean;
  /** Tells a visitor's step, once a day and source. */
  keep(kind: PromotionStep, source: Source, visit: Visit, borrowerId?: string): Promise<void>;
}

/** Landing pages: what they show, where visitors came from, and their registration. For anyone; nothing here tells who is a borrower. */
export function promotionRoutes({ serveOpen, house }: Server): Promotion {
  const attribution = createAttribution(house.db, (timeZone) => house.clock.today(house.db, timeZone));
  const templates = new Map<Brand, ReadonlyMap<string, LandingTemplate>>();
  for (const { spoken } of house.brands.values())
    for (const brand of spoken.values()) templates.set(brand, loadTemplates(house.config.brandsDir, brand));
  const keep = async (kind: PromotionStep, source: Source, visit: Visit, borrowerId?: string) => {
    const { brand, context, address, now } = visit;
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
    const ours = templates.get(brand);
    const found = ours?.get(id ?? '') ?? [...(ours?.values() ?? [])][0];
    if (!found) throw new Error(`${brand.id} has no landing page`);
    return shownTemplate(found, brand);
  };

  const knows = (brand: Brand, id: string | undefined) => !id || templates.get(brand)?.has(id) === true;
  serveOpen(channelTemplate, async ({ templateId }, { brand }) =>
    knows(brand, templateId)
      ? template(brand, templateId)
      : refuse('unknownTemplate' as const, { field: 'templateId' }),
  );

  serveOpen(trackVisit, async ({ page_type, ...source }, visit) => {
    await keep('visit', source, visit);
    return {};
  });

  serveOpen(trackClick, async ({ page_type, phone, ...source }, visit) => {
    await keep('click', source, visit);
    return {};
  });

  serveOpen(getSms, async (input, visit) => {
    const answer = await sendCode(house, input, visit);
    if (!isRefused(answer)) await keep('codeSent', sourceOf(input), visit);
    return answer;
  });

  serveOpen(register, async (input, visit) => {
    const source = { ...sourceOf(input), template: input.id };
    const answer = await registerVisitor(house, input, source, visit);
    if (isRefused(answer)) return answer;
    if ('borrowerId' in answer) await keep('registered', source, visit, answer.borrowerId);
    return {};
  });

  serveOpen(askCaptchaWork, async ({ sid }, { brand, address, now, db }) => {
    const work = await setWork(db, house.seal, { brand: brand.id, sid, address, now });
    if (work === undefined) throw new NotFound('visitor');
    return work === 'tooMuchWork' ? refuse('tooMuchWork', { values: { phone: brand.servicePhone } }) : work;
  });

  serveOpen(proveCaptchaWork, async ({ sid, nonce }, { brand, address, now, db }) => {
    const taken = await takeWork(db, house.seal, { brand: brand.id, sid, nonce, address, now });
    if (taken !== 'taken') return refuse(taken, { values: { phone: brand.servicePhone } });
    const capcode = await newCaptcha(db, sid, now, house.config.sandbox ? house.seal : undefined);
    return capcode === undefined ? refuse('wrongWork') : { capcode };
  });

  serveOpen(getSid, async (_input, { brand, context, address, now }) => ({
    sid: await newVisitor(house, { brand: brand.id, deviceId: context.deviceId, address, now }),
  }));

  return { template, knows, keep };
}

/** The part of a form that says where the visitor came from. */
function sourceOf(input: Source): Source {
  const { user_from, app_from, utm_tag } = input;
  return { user_from, app_from, utm_tag };
}
