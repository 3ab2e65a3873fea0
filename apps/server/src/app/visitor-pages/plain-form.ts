import type { PlainForm, PromotionValues } from '@hiram/visitor-pages/promotion-facts';
import { trackingQuery } from '@hiram/visitor-pages/tracking';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../../api/serve.ts';
import { rejectionText } from '../../brands/texts/translate.ts';
import type { Rejection } from '../../platform/errors/rejection.ts';
import { promotionFacts } from './facts.ts';
import { addressQuery, carriedQuery, withQuery } from './query.ts';
import type { VisitorSite } from './visitor-site.ts';

/** The path of the promotion form without scripts: for old web views, bad connections, and browsers with scripts turned off. */
export const plainUrl = '/promotion/plain';

/** One request for the plain form, and its answer. */
export interface PlainRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly requestContext: RequestContext;
}

/** The content of the form. */
export interface FormContent {
  readonly visitorId: string;
  readonly values: PromotionValues;
  readonly problem?: PlainForm['problem'];
  readonly notice?: string;
  /** Keeps the captcha whose answer was used for a code: the registration submits it again. */
  readonly reuseCaptcha?: boolean;
}

/** Answers with the form. */
export async function sendForm(
  site: VisitorSite,
  { request, reply }: PlainRequest,
  form: FormContent,
): Promise<FastifyReply> {
  const { promotion, documents, brandOf, send } = site;
  const query = addressQuery(request.url);
  const brand = brandOf(query);
  const templateId = query.get('templateId') ?? undefined;
  const template = promotion.template(brand, templateId);
  const isUnknownTemplate = !promotion.knows(brand, templateId);
  const page = {
    kind: 'promotion',
    facts: promotionFacts(brand, template, plainUrl, isUnknownTemplate),
    plain: plainFormOf(site, form, `${plainUrl}?${trackingQuery(query, brand.id)}`),
  } as const;
  const language = query.get('lang')?.toLowerCase() ?? '';
  const html = documents.render(page, brand, language === 'zh' || language === 'es' ? language : '');
  return send(request, reply, withQuery(html, carriedQuery(query, brand.id)), 'no-store');
}

function plainFormOf({ appContext }: VisitorSite, form: FormContent, action: string): PlainForm {
  const now = appContext.clock.now().getTime();
  return {
    sid: form.visitorId,
    captchaUrl: form.reuseCaptcha
      ? ''
      : `/api/get-captcha?${new URLSearchParams({ sid: form.visitorId, t: String(now) })}`,
    values: form.values,
    problem: form.problem,
    notice: form.notice,
    action,
  };
}

/** Field names of the calls → those of the form. */
const fields: Readonly<Record<string, string>> = {
  phone: 'mobile',
  captchaText: 'imgValidate',
  smsCode: 'smsCode',
  inviteCode: 'invite_code',
};

/** Answers with the form and the reason of a rejection. A wrong answer to the captcha is removed, and a new captcha shown. */
export function sendRejection(
  site: VisitorSite,
  plainRequest: PlainRequest,
  { visitorId, values }: FormContent,
  { rejected, field, text, values: textValues }: Rejection,
): Promise<FastifyReply> {
  const isWrongCaptcha = rejected === 'wrongCaptcha';
  return sendForm(site, plainRequest, {
    visitorId,
    values: isWrongCaptcha ? { ...values, imgValidate: '' } : values,
    problem: {
      field: fields[field ?? ''] ?? 'mobile',
      text: text ?? plainRequest.requestContext.translate(rejectionText(rejected), textValues),
    },
    reuseCaptcha: !isWrongCaptcha,
  });
}
