import { formatDate } from '@hiram/loan/format';
import { escapeHtml } from '@hiram/visitor-pages/escape-html';
import type { FastifyInstance } from 'fastify';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import { type Translate, translatorFor } from '../../brands/texts/translate.ts';
import { checkCertificate } from '../../features/info/certificates.ts';
import { TooMany } from '../../platform/errors/rejection.ts';
import { networkOf } from '../../platform/http/network.ts';
import { countUsage } from '../../platform/usage-limits.ts';
import { addressQuery } from './query.ts';
import type { VisitorSite } from './visitor-site.ts';

/** Codes that one network may try in a day. There are 2⁸⁰, so the limit only spares the database. */
const maxChecksPerDay = 200;
const retryAfterSeconds = 3_600;

/** Answers whether a certificate of full payment is genuine and still holds, without a word about the person. */
export function verifyPage(
  app: FastifyInstance,
  { appContext, documents, brandOf, send }: VisitorSite,
): void {
  app.get('/verify', async (request, reply) => {
    const { db, cipher, clock } = appContext;
    const query = addressQuery(request.url);
    const brand = brandOf(query);
    const translate = translatorFor(brand.language, markets[brand.market]);
    const typed = (query.get('code') ?? '').slice(0, 40);
    let answer = '';
    let isValid = false;
    if (typed !== '') {
      const limits = [{ kind: 'certificate check', subject: networkOf(request.ip), max: maxChecksPerDay }];
      if (!(await countUsage(db, cipher, { brand: brand.id, limits, now: clock.now() })))
        throw new TooMany(retryAfterSeconds);
      const certificate = await checkCertificate(db, brand, typed);
      isValid = certificate?.isValid ?? false;
      answer = answerOf(certificate, brand, translate);
    }
    const html = `${answer && `<p role="status"${isValid ? ' data-valid' : ''}><b>${escapeHtml(answer)}</b></p>`}${formHtml(brand, typed, translate)}`;
    const page = {
      kind: 'text',
      title: translate('verify.title'),
      html,
      brand: { mark: brand.art.mark, name: brand.names.english },
    } as const;
    return send(request, reply, documents.render(page, brand, ''), 'no-store');
  });
}

function answerOf(
  certificate: Awaited<ReturnType<typeof checkCertificate>>,
  brand: Brand,
  translate: Translate,
): string {
  const lender = brand.lender.legalName;
  if (!certificate) return translate('verify.unknown', { lender });
  const issued = formatDate(certificate.issuedOn, brand.language);
  const day = formatDate(certificate.settledOn, brand.language);
  return translate(certificate.isValid ? 'verify.valid' : 'verify.reopened', { lender, issued, day });
}

function formHtml({ id, language }: Brand, typed: string, translate: Translate): string {
  const hidden = Object.entries({ appName: id, lang: language })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  return `<p>${escapeHtml(translate('verify.lead'))}</p><form action="/verify">${hidden}<p><label for="code">${escapeHtml(translate('verify.label'))}</label><br><input id="code" name="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" value="${escapeHtml(typed)}"></p><button>${escapeHtml(translate('verify.button'))}</button></form>`;
}
