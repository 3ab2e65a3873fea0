import { channelTemplate, getSid, getSms, register, trackClick, trackVisit } from '@hiram/contract/promotion';
import type { Brand } from '../brand/brand.ts';
import { inTransaction } from '../db/connect.ts';
import { refuse } from '../http/refuse.ts';
import type { Server, Visit } from '../http/serve.ts';
import { queueText } from '../lending/messages.ts';
import { makeCode, useCode } from '../lending/one-time-codes.ts';
import { mobileNumber } from '../lending/phone.ts';
import { createAttribution, type PromotionStep, type Source } from './attribution.ts';
import { openAccount } from './open-account.ts';
import { type LandingTemplate, loadTemplates } from './templates.ts';
import { isCaptchaOfCode, newVisitor, rememberCode, takeCaptcha } from './visitors.ts';

/** PROM-10: until another code can be asked for. */
const resendSeconds = 60;

/** Landing pages: what they show, where visitors came from, and their registration. For anyone; nothing here tells who is a borrower. */
export function promotionRoutes({ serveOpen, house }: Server): void {
  const attribution = createAttribution(house.db);
  const templates = new Map(
    [...house.brands.values()].map((brand) => [brand.id, loadTemplates(house.config.brandsDir, brand)]),
  );
  const keep = async (kind: PromotionStep, source: Source, visit: Visit, borrowerId?: string) => {
    const { brand, context, address, now, db } = visit;
    await attribution.keep({
      day: await house.clock.today(db, brand.timeZone),
      brand: brand.id,
      kind,
      visitor: context.deviceId ?? address,
      source,
      borrowerId,
      at: now,
    });
  };

  serveOpen(channelTemplate, async ({ templateId }, { brand }) => {
    const ours = templates.get(brand.id);
    const template = ours?.get(templateId ?? '') ?? [...(ours?.values() ?? [])][0];
    if (!template) throw new Error(`${brand.id} has no landing page`);
    return shown(template, brand);
  });

  serveOpen(trackVisit, async ({ page_type, ...source }, visit) => {
    await keep('visit', source, visit);
    return {};
  });

  serveOpen(trackClick, async ({ page_type, phone, ...source }, visit) => {
    await keep('click', source, visit);
    return {};
  });

  serveOpen(getSms, async (input, visit) => {
    const { brand, context, speak, address, now } = visit;
    const phone = mobileNumber(brand, input.phone);
    if (!phone) return refuse('malformedPhone', { field: 'phone' });
    // Used up by the first that names it, right or wrong.
    if (!(await takeCaptcha(house.db, brand.id, input.sid, input.capcode, now)))
      return refuse('wrongCaptcha', { field: 'capcode' });
    const made = await inTransaction(house.db, async (trx) => {
      const code = await makeCode(trx, {
        brand: brand.id,
        phone,
        purpose: 'register',
        deviceId: input.deviceId ?? context.deviceId,
        address,
        now,
      });
      if (!('refused' in code)) {
        const text = speak('sms.code', { code: code.code, name: brand.names.english });
        await queueText(trx, house, { brand: brand.id, phone, purpose: 'register', text, now });
        await rememberCode(trx, input.sid, phone);
      }
      return code;
    });
    if ('refused' in made)
      return made.refused === 'tooSoon'
        ? refuse('tooSoon', {
            field: 'phone',
            text: speak('refusal.codeTooSoon', { seconds: made.seconds }),
          })
        : refuse('tooManyToday', { field: 'phone' });
    await keep('codeSent', sourceOf(input), visit);
    return { seconds: resendSeconds };
  });

  serveOpen(register, async (input, visit) => {
    const { brand, now } = visit;
    const phone = mobileNumber(brand, input.phone);
    if (!phone) return refuse('malformedPhone', { field: 'phone' });
    if (!(await isCaptchaOfCode(house.db, brand.id, input.sid, input.capcode, phone)))
      return refuse('wrongCaptcha', { field: 'capcode' });
    const inviter = input.invite_code
      ? await house.db
          .selectFrom('borrower')
          .select('id')
          .where('brand', '=', brand.id)
          .where('invite_code', '=', input.invite_code.trim().toUpperCase())
          .executeTakeFirst()
      : undefined;
    if (input.invite_code && !inviter) return refuse('unknownInvite', { field: 'invite_code' });
    if (!(await useCode(house.db, brand.id, phone, 'register', input.smsCode, now)))
      return refuse('wrongCode', { field: 'smsCode' });
    const source = { ...sourceOf(input), template: input.id };
    const borrowerId = await inTransaction(house.db, (trx) =>
      openAccount(trx, { brand, phone, invitedBy: inviter?.id, source, now }),
    );
    // Only whoever proved the number is told that it was registered before (PROM-15).
    if (borrowerId === undefined) return refuse('registered', { field: 'phone' });
    await keep('registered', source, visit, borrowerId);
    return {};
  });

  serveOpen(getSid, async (_input, { brand, context, address, now, db }) => ({
    sid: await newVisitor(db, { brand: brand.id, deviceId: context.deviceId, address, now }),
  }));
}

/** The part of a form that says where the visitor came from. */
function sourceOf(input: Source): Source {
  const { user_from, app_from, utm_tag } = input;
  return { user_from, app_from, utm_tag };
}

function shown(template: LandingTemplate, brand: Brand) {
  const product = brand.products.find((one) => one.code === template.product);
  if (!product) throw new Error(`no product ${template.product}`);
  const { id, headline, lead, points, picture, buttonText, form } = template;
  const { amountMin, amountMax, amountStep, amountOffered, termDays, periods, dailyPpm, feePpm } = product;
  return {
    id,
    headline,
    lead,
    points,
    picture,
    buttonText,
    form,
    example: {
      productName: product.name,
      amountMin,
      amountMax,
      amountStep,
      amount: amountOffered,
      termDays,
      periods,
      dailyPpm,
      feePpm,
    },
  };
}
