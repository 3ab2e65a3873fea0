import { text } from '@hiram/contract/fields';
import { trackingNames, trackVisit } from '@hiram/contract/promotion';
import { fromWire } from '@hiram/contract/wire';
import type { PlainForm, PromotionValues } from '@hiram/visitor-pages/promotion-facts';
import { trackingQuery, truncateValue } from '@hiram/visitor-pages/tracking';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type RequestContext, requestContextOf } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { mobileNumber } from '../../brands/phone.ts';
import { rejectionText } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Promotion } from '../../features/promotion/promotion.ts';
import { registerVisitor } from '../../features/promotion/registration.ts';
import { sendCode } from '../../features/promotion/send-code.ts';
import { newVisitor } from '../../messaging/visitors.ts';
import { actAs } from '../../platform/database/actor.ts';
import { isRejection, type Rejection } from '../../platform/errors/rejection.ts';
import type { VisitorDocuments } from './documents.ts';
import { promotionFacts } from './facts.ts';
import { addressQuery, carriedQuery, readTracking, withQuery } from './query.ts';

/** The path of the promotion form without scripts: for old web views, bad connections, and browsers with scripts turned off. */
export const plainUrl = '/promotion/plain';

const typedText = (maxLength: number) => v.optional(text(maxLength), '');
const formSchema = v.object({
  do: v.optional(v.picklist(['code', 'register']), 'register'),
  sid: typedText(64),
  mobile: typedText(20),
  imgValidate: typedText(8),
  smsCode: typedText(10),
  invite_code: typedText(32),
});
type PlainInput = v.InferOutput<typeof formSchema>;

interface PlainPromotionOptions {
  readonly appContext: AppContext;
  readonly promotion: Promotion;
  readonly documents: VisitorDocuments;
  readonly brandOf: (query: URLSearchParams) => Brand;
  readonly send: (
    request: FastifyRequest,
    reply: FastifyReply,
    html: string,
    cache: 'no-store',
  ) => Promise<FastifyReply>;
}

/** The promotion form without scripts: the same rules, one page per answer. */
export function plainPromotion(app: FastifyInstance, options: PlainPromotionOptions): void {
  const { appContext, promotion, documents, brandOf, send } = options;

  async function sendForm(
    request: FastifyRequest,
    reply: FastifyReply,
    form: {
      readonly visitorId: string;
      readonly values: PromotionValues;
      readonly problem?: PlainForm['problem'];
      readonly notice?: string;
      /** Keeps the captcha whose answer was used for a code: the registration submits it again. */
      readonly keepCaptcha?: boolean;
    },
  ): Promise<FastifyReply> {
    const query = addressQuery(request.url);
    const brand = brandOf(query);
    const templateId = query.get('templateId') ?? undefined;
    const template = promotion.template(brand, templateId);
    const isUnknownTemplate = !promotion.knows(brand, templateId);
    const now = appContext.clock.now().getTime();
    const plain: PlainForm = {
      sid: form.visitorId,
      captchaUrl: form.keepCaptcha
        ? ''
        : `/api/get-captcha?${new URLSearchParams({ sid: form.visitorId, t: String(now) })}`,
      values: form.values,
      problem: form.problem,
      said: form.notice,
      action: `${plainUrl}?${trackingQuery(query, brand.id)}`,
    };
    const page = {
      kind: 'promotion',
      facts: promotionFacts(brand, template, plainUrl, isUnknownTemplate),
      plain,
    } as const;
    const language = query.get('lang')?.toLowerCase() ?? '';
    const html = documents.render(page, brand, language === 'zh' || language === 'es' ? language : '');
    return send(request, reply, withQuery(html, carriedQuery(query, brand.id)), 'no-store');
  }

  async function visitorOf(requestContext: RequestContext, sid: string): Promise<string> {
    if (sid !== '') return sid;
    const { brand, context, address, now } = requestContext;
    return newVisitor(appContext, { brand: brand.id, deviceId: context.deviceId, address, now });
  }

  app.get(plainUrl, async (request, reply) => {
    const requestContext = requestContextOf(appContext, request);
    await promotion.keep('visit', sourceOf(request), requestContext);
    return sendForm(request, reply, { visitorId: await visitorOf(requestContext, ''), values: emptyValues });
  });

  app.post(plainUrl, async (request, reply) => {
    const requestContext = requestContextOf(appContext, request);
    const parsed = v.safeParse(formSchema, request.body ?? {});
    const input: PlainInput = parsed.success ? parsed.output : v.parse(formSchema, {});
    const { mobile, imgValidate, smsCode, invite_code } = input;
    const values = { mobile, imgValidate, smsCode, invite_code };
    const visitorId = await visitorOf(requestContext, input.sid);
    const source = sourceOf(request);
    // The form was sent from the page with scripts before they loaded, so it had no captcha yet.
    if (input.sid === '') {
      // Check the number at once, so that an error in it shows before the captcha is solved.
      const isBadNumber = mobile !== '' && !mobileNumber(requestContext.brand, mobile);
      const problem = {
        field: 'mobile',
        text: requestContext.translate('rejection.malformedPhone'),
      } as const;
      return sendForm(request, reply, { visitorId, values, ...(isBadNumber ? { problem } : {}) });
    }
    const missing = mobile === '' ? 'mobile' : imgValidate === '' ? 'imgValidate' : undefined;
    const missingCode = input.do === 'register' && smsCode === '' ? 'smsCode' : undefined;
    const empty = missing ?? missingCode;
    if (empty) {
      const problem = { field: empty, text: requestContext.translate(`promotion.missing.${empty}`) };
      return sendForm(request, reply, { visitorId, values, problem, keepCaptcha: empty === 'smsCode' });
    }
    await promotion.keep('click', source, requestContext);
    const solved = { phone: mobile, captchaText: imgValidate, visitorId };
    if (input.do === 'code') {
      const answer = await sendCode({ ...solved, ...source }, requestContext);
      if (isRejection(answer))
        return sendRejection(request, reply, requestContext, visitorId, values, answer);
      await promotion.keep('codeSent', source, requestContext);
      return sendForm(request, reply, {
        visitorId,
        values,
        notice: requestContext.translate('promotion.sent'),
        keepCaptcha: true,
      });
    }
    const registration = { ...solved, smsCode, ...(invite_code ? { inviteCode: invite_code } : {}) };
    const answer = await actAs('plain promotion', () =>
      registerVisitor(registration, source, requestContext),
    );
    if (isRejection(answer) && answer.rejected !== 'registered')
      return sendRejection(request, reply, requestContext, visitorId, values, answer);
    if ('borrowerId' in answer) await promotion.keep('registered', source, requestContext, answer.borrowerId);
    return reply.redirect(
      `/downloadTemplate?${trackingQuery(addressQuery(request.url), requestContext.brand.id)}`,
      303,
    );
  });

  async function sendRejection(
    request: FastifyRequest,
    reply: FastifyReply,
    requestContext: RequestContext,
    visitorId: string,
    values: PromotionValues,
    answer: Rejection,
  ): Promise<FastifyReply> {
    const isWrongCaptcha = answer.rejected === 'wrongCaptcha';
    const text = answer.text ?? requestContext.translate(rejectionText(answer.rejected), answer.values);
    return sendForm(request, reply, {
      visitorId,
      values: isWrongCaptcha ? { ...values, imgValidate: '' } : values,
      problem: { field: fields[answer.field ?? ''] ?? 'mobile', text },
      keepCaptcha: !isWrongCaptcha,
    });
  }
}

const emptyValues: PromotionValues = { mobile: '', imgValidate: '', smsCode: '', invite_code: '' };

/** Field names of the calls → those of the form. */
const fields: Readonly<Record<string, string>> = {
  phone: 'mobile',
  captchaText: 'imgValidate',
  smsCode: 'smsCode',
  inviteCode: 'invite_code',
};

/** The visitor's tracking parameters from the URL. */
function sourceOf(request: FastifyRequest) {
  const query = addressQuery(request.url);
  const template = truncateValue(query.get('templateId') ?? '', 64);
  const tracking = fromWire(trackVisit.input, readTracking(query, trackingNames));
  return { ...tracking, ...(template ? { template } : {}) };
}
