import { text } from '@hiram/contract/fields';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { PlainForm, PromotionValues } from '../../../../borrower/src/promotion/facts.ts';
import { keptOf, trackingQuery } from '../../../../borrower/src/promotion/tracking.ts';
import { type RequestContext, requestContextOf } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import { mobileNumber } from '../../brands/phone.ts';
import { rejectionText } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import { registerVisitor } from '../../features/promotion/registration.ts';
import type { Promotion } from '../../features/promotion/routes.ts';
import { sendCode } from '../../features/promotion/send-code.ts';
import { newVisitor } from '../../messaging/visitors.ts';
import { actAs } from '../../platform/database/actor.ts';
import { isRejection, type Rejection } from '../../platform/errors/rejection.ts';
import type { VisitorDocuments } from './documents.ts';
import { promotionFacts } from './facts.ts';
import { addressQuery, carriedQuery, readTracking, withQuery } from './query.ts';

/** Where the promotion form goes where scripts do not come: old web views, a broken line, scripts turned off. */
export const plainUrl = '/promotion/plain';

const typed = (most: number) => v.optional(text(most), '');
const formSchema = v.object({
  do: v.optional(v.picklist(['code', 'register']), 'register'),
  sid: typed(64),
  mobile: typed(20),
  imgValidate: typed(8),
  smsCode: typed(10),
  invite_code: typed(32),
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

/** The promotion form without scripts: the same rules, a page an answer. */
export function plainPromotion(app: FastifyInstance, around: PlainPromotionOptions): void {
  const { appContext, promotion, documents, brandOf, send } = around;

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    form: {
      readonly sid: string;
      readonly values: PromotionValues;
      readonly problem?: PlainForm['problem'];
      readonly said?: string;
      /** A picture whose answer was used for a code stays: registration names it once more. */
      readonly keepCaptcha?: boolean;
    },
  ): Promise<FastifyReply> {
    const query = addressQuery(request.url);
    const brand = brandOf(query);
    const templateId = query.get('templateId') ?? undefined;
    const template = promotion.template(brand, templateId);
    const unknown = !promotion.knows(brand, templateId);
    const now = appContext.clock.now().getTime();
    const plain: PlainForm = {
      sid: form.sid,
      captchaUrl: form.keepCaptcha
        ? ''
        : `/api/get-captcha?${new URLSearchParams({ sid: form.sid, t: String(now) })}`,
      values: form.values,
      problem: form.problem,
      said: form.said,
      action: `${plainUrl}?${trackingQuery(query, brand.id)}`,
    };
    const page = {
      kind: 'promotion',
      facts: promotionFacts(brand, template, plainUrl, unknown),
      plain,
    } as const;
    const asked = query.get('lang')?.toLowerCase() ?? '';
    const html = documents.render(page, brand, asked === 'zh' || asked === 'es' ? asked : '');
    return send(request, reply, withQuery(html, carriedQuery(query, brand.id)), 'no-store');
  }

  async function sidOf(requestContext: RequestContext, given: string): Promise<string> {
    if (given !== '') return given;
    const { brand, context, address, now } = requestContext;
    return newVisitor(appContext, { brand: brand.id, deviceId: context.deviceId, address, now });
  }

  app.get(plainUrl, async (request, reply) => {
    const requestContext = requestContextOf(appContext, request);
    await promotion.keep('visit', sourceOf(request), requestContext);
    return show(request, reply, { sid: await sidOf(requestContext, ''), values: nothing });
  });

  app.post(plainUrl, async (request, reply) => {
    const requestContext = requestContextOf(appContext, request);
    const parsed = v.safeParse(formSchema, request.body ?? {});
    const input: PlainInput = parsed.success ? parsed.output : v.parse(formSchema, {});
    const { mobile, imgValidate, smsCode, invite_code } = input;
    const values = { mobile, imgValidate, smsCode, invite_code };
    const sid = await sidOf(requestContext, input.sid);
    const source = sourceOf(request);
    // It came from the page with scripts, before they were there: there was no picture yet.
    if (input.sid === '') {
      // What was typed already is looked at all the same: a bad number is not left until the picture is read.
      const bad = mobile !== '' && !mobileNumber(requestContext.brand, mobile);
      const problem = {
        field: 'mobile',
        text: requestContext.translate('rejection.malformedPhone'),
      } as const;
      return show(request, reply, { sid, values, ...(bad ? { problem } : {}) });
    }
    const missing = mobile === '' ? 'mobile' : imgValidate === '' ? 'imgValidate' : undefined;
    const missingCode = input.do === 'register' && smsCode === '' ? 'smsCode' : undefined;
    const empty = missing ?? missingCode;
    if (empty) {
      const problem = { field: empty, text: requestContext.translate(`promotion.missing.${empty}`) };
      return show(request, reply, { sid, values, problem, keepCaptcha: empty === 'smsCode' });
    }
    await promotion.keep('click', source, requestContext);
    if (input.do === 'code') {
      const answer = await sendCode(
        appContext,
        { phone: mobile, capcode: imgValidate, sid, ...source },
        requestContext,
      );
      if (isRejection(answer)) return refused(request, reply, requestContext, sid, values, answer);
      await promotion.keep('codeSent', source, requestContext);
      return show(request, reply, {
        sid,
        values,
        said: requestContext.translate('promotion.sent'),
        keepCaptcha: true,
      });
    }
    const answer = await actAs('plain promotion', () =>
      registerVisitor(
        appContext,
        { phone: mobile, capcode: imgValidate, sid, smsCode, ...(invite_code ? { invite_code } : {}) },
        source,
        requestContext,
      ),
    );
    if (isRejection(answer) && answer.rejected !== 'registered')
      return refused(request, reply, requestContext, sid, values, answer);
    if ('borrowerId' in answer) await promotion.keep('registered', source, requestContext, answer.borrowerId);
    return reply.redirect(
      `/downloadTemplate?${trackingQuery(addressQuery(request.url), requestContext.brand.id)}`,
      303,
    );
  });

  async function refused(
    request: FastifyRequest,
    reply: FastifyReply,
    requestContext: RequestContext,
    sid: string,
    values: PromotionValues,
    answer: Rejection,
  ): Promise<FastifyReply> {
    const wrongCaptcha = answer.rejected === 'wrongCaptcha';
    const text = answer.text ?? requestContext.translate(rejectionText(answer.rejected), answer.values);
    return show(request, reply, {
      sid,
      values: wrongCaptcha ? { ...values, imgValidate: '' } : values,
      problem: { field: fields[answer.field ?? ''] ?? 'mobile', text },
      keepCaptcha: !wrongCaptcha,
    });
  }
}

const nothing: PromotionValues = { mobile: '', imgValidate: '', smsCode: '', invite_code: '' };

/** The calls' names of what went wrong, and the form's. */
const fields: Readonly<Record<string, string>> = {
  phone: 'mobile',
  capcode: 'imgValidate',
  smsCode: 'smsCode',
  invite_code: 'invite_code',
};

/** Where the visitor came from, as the address says. */
function sourceOf(request: FastifyRequest) {
  const query = addressQuery(request.url);
  const names = ['page_id', 'user_from', 'client_type', 'utm_tag', 'app_from'] as const;
  const template = keptOf(query.get('templateId') ?? '', 64);
  return { ...readTracking(query, names), ...(template ? { template } : {}) };
}
