import { text } from '@hiram/contract/fields';
import { trackingNames, trackVisit } from '@hiram/contract/promotion';
import { fromWire } from '@hiram/contract/wire';
import type { PromotionValues } from '@hiram/visitor-pages/promotion-facts';
import { trackingQuery, truncateValue } from '@hiram/visitor-pages/tracking';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type RequestContext, requestContextOf } from '../../api/serve.ts';
import { mobileNumber } from '../../brands/phone.ts';
import { registerVisitor } from '../../features/promotion/registration.ts';
import { sendCode } from '../../features/promotion/send-code.ts';
import { newVisitor } from '../../messaging/visitors.ts';
import { actAs } from '../../platform/database/actor.ts';
import { isRejection } from '../../platform/errors/rejection.ts';
import { type FormContent, type PlainRequest, plainUrl, sendForm, sendRejection } from './plain-form.ts';
import { addressQuery, readTracking } from './query.ts';
import type { VisitorSite } from './visitor-site.ts';

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

/** Seconds for which the outcome of a registration is shown before the download page opens. */
const farewellSeconds = 2;

/** A submitted form. */
interface Submission extends PlainRequest {
  readonly input: PlainInput;
  readonly visitorId: string;
  /** The typed values, for the next form. */
  readonly values: PromotionValues;
  readonly source: ReturnType<typeof sourceOf>;
}

const emptyValues: PromotionValues = { mobile: '', imgValidate: '', smsCode: '', invite_code: '' };

/** The promotion form without scripts: the same rules, one page per answer. */
export function plainPromotion(app: FastifyInstance, site: VisitorSite): void {
  const { appContext, promotion } = site;

  app.get(plainUrl, async (request, reply) => {
    const requestContext = requestContextOf(appContext, request);
    await promotion.recordStep('visit', sourceOf(request), requestContext);
    const visitorId = await visitorOf(requestContext, '');
    return sendForm(site, { request, reply, requestContext }, { visitorId, values: emptyValues });
  });

  app.post(plainUrl, async (request, reply) => {
    const requestContext = requestContextOf(appContext, request);
    const parsed = v.safeParse(formSchema, request.body ?? {});
    const input: PlainInput = parsed.success ? parsed.output : v.parse(formSchema, {});
    const { mobile, imgValidate, smsCode, invite_code } = input;
    const submission: Submission = {
      request,
      reply,
      requestContext,
      input,
      visitorId: await visitorOf(requestContext, input.sid),
      values: { mobile, imgValidate, smsCode, invite_code },
      source: sourceOf(request),
    };
    const incomplete = incompleteForm(submission);
    if (incomplete) return sendForm(site, submission, incomplete);
    await promotion.recordStep('click', submission.source, requestContext);
    return input.do === 'code' ? answerCode(site, submission) : answerRegistration(site, submission);
  });
}

async function visitorOf({ appContext, brand, context, address, now }: RequestContext, sid: string) {
  if (sid !== '') return sid;
  return newVisitor(appContext, { brand: brand.id, deviceId: context.deviceId, address, now });
}

/** The form to show again if something is missing; undefined for a complete one. */
function incompleteForm({ input, visitorId, values, requestContext }: Submission): FormContent | undefined {
  const { mobile, imgValidate, smsCode } = input;
  // The form was sent from the page with scripts before they loaded, so it had no captcha yet.
  if (input.sid === '') {
    // Check the number at once, so that an error in it shows before the captcha is solved.
    const isBadNumber = mobile !== '' && !mobileNumber(requestContext.brand, mobile);
    const problem = { field: 'mobile', text: requestContext.translate('rejection.malformedPhone') } as const;
    return { visitorId, values, ...(isBadNumber ? { problem } : {}) };
  }
  // The captcha is asked for a code alone.
  const isCode = input.do === 'code';
  const missingProof =
    isCode && imgValidate === '' ? 'imgValidate' : !isCode && smsCode === '' ? 'smsCode' : undefined;
  const empty = mobile === '' ? 'mobile' : missingProof;
  if (!empty) return undefined;
  const problem = { field: empty, text: requestContext.translate(`promotion.missing.${empty}`) };
  return { visitorId, values, problem, reuseCaptcha: empty === 'smsCode' };
}

/** The visitor's proof: the phone number, and the solved captcha. */
const solvedCaptcha = ({ input, visitorId }: Submission) => ({
  phone: input.mobile,
  captchaText: input.imgValidate,
  visitorId,
});

/** Sends a code to the visitor's phone. */
async function answerCode(site: VisitorSite, submission: Submission): Promise<FastifyReply> {
  const { visitorId, values, source, requestContext } = submission;
  const answer = await sendCode({ ...solvedCaptcha(submission), ...source }, requestContext);
  if (isRejection(answer) && answer.rejected === 'wrongCaptcha')
    await site.promotion.recordStep('captchaRejected', source, requestContext);
  if (isRejection(answer)) return sendRejection(site, submission, submission, answer);
  await site.promotion.recordStep('codeSent', source, requestContext);
  const notice = requestContext.translate('promotion.sent');
  return sendForm(site, submission, { visitorId, values, notice, reuseCaptcha: true });
}

/** Registers the visitor, says so, and leads to the app's download. A registered number leads there too. */
async function answerRegistration(site: VisitorSite, submission: Submission): Promise<FastifyReply> {
  const { request, reply, input, source, requestContext } = submission;
  const { smsCode, invite_code } = input;
  const registration = {
    ...solvedCaptcha(submission),
    smsCode,
    ...(invite_code ? { inviteCode: invite_code } : {}),
  };
  const answer = await actAs('plain promotion', () => registerVisitor(registration, source, requestContext));
  if (isRejection(answer) && answer.rejected === 'wrongCaptcha')
    await site.promotion.recordStep('captchaRejected', source, requestContext);
  if (isRejection(answer) && answer.rejected !== 'registered')
    return sendRejection(site, submission, submission, answer);
  if ('borrowerId' in answer)
    await site.promotion.recordStep('registered', source, requestContext, answer.borrowerId);
  const query = trackingQuery(addressQuery(request.url), requestContext.brand.id);
  // PROM-14, PROM-15: the message first, then the download page, also without scripts.
  reply.header('refresh', `${farewellSeconds}; url=/downloadTemplate?${query}`);
  const notice = requestContext.translate(isRejection(answer) ? 'promotion.known' : 'promotion.registered');
  return sendForm(site, submission, {
    visitorId: submission.visitorId,
    values: submission.values,
    notice,
    reuseCaptcha: true,
  });
}

/** The visitor's tracking parameters from the URL. */
function sourceOf(request: FastifyRequest) {
  const query = addressQuery(request.url);
  const template = truncateValue(query.get('templateId') ?? '', 64);
  const tracking = fromWire(trackVisit.input, readTracking(query, trackingNames));
  return { ...tracking, ...(template ? { template } : {}) };
}
