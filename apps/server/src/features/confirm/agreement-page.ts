import type { DocumentText } from '@hiram/contract/document';
import { cents, localDate } from '@hiram/loan';
import type { FastifyInstance } from 'fastify';
import { brandIn } from '../../brands/brand.ts';
import { documentPage, wantsText } from '../../brands/legal/document-page.ts';
import { markets } from '../../brands/markets/markets.ts';
import { translatorFor } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import { readProfile } from '../../lending/borrowers/profile.ts';
import {
  type AgreementView,
  agreementBody,
  readViewToken,
} from '../../lending/origination/agreements/agreements.ts';
import { documentSummary } from '../../lending/origination/agreements/document-summary.ts';
import { promisedTerms } from '../../lending/origination/apply.ts';
import { isOffered, loadAnyProduct, termsOf } from '../../lending/origination/products.ts';
import { NotFound } from '../../platform/errors/rejection.ts';

/** The page behind `contractUrl` and `agreementUrl`: an agreement with the figures of its signed link (CONF-05). */
export function agreementView(app: FastifyInstance, appContext: AppContext): void {
  app.get<{ Params: { token: string } }>('/agreement/:token', async (request, reply) => {
    const view = readViewToken(appContext.cipher, request.params.token);
    if (!view) throw new NotFound('agreement');
    const product = await loadAnyProduct(appContext.db, view.productId);
    const productBrand = appContext.brands.get(product.row.brand);
    const brand = productBrand && brandIn(productBrand, view.lang);
    const amount = cents(view.amount);
    if (!brand) throw new NotFound('agreement');
    if (view.named && appContext.clock.now().getTime() >= view.named.until) throw new NotFound('agreement');
    const promised = await promisedOf(appContext, view);
    if (!promised && !isOffered(product, amount)) throw new NotFound('agreement');
    const profile =
      view.named && (await readProfile(appContext.db, appContext.cipher, view.named.borrowerId));
    const translate = translatorFor(view.lang, markets[brand.market]);
    const loan = {
      brand,
      terms: termsOf(brand, product, amount, view.client),
      ...promised,
      productName: product.row.name,
      translate,
      from: localDate(view.from),
      borrower: profile?.fullName,
    };
    const { title, html } = agreementBody(view.position, loan);
    const summary = documentSummary({ ...loan, language: view.lang, position: view.position, html });
    reply.header('cache-control', 'no-store');
    if (wantsText(request.headers.accept)) return { title, html, summary } satisfies DocumentText;
    const page = documentPage({
      brand,
      language: view.lang,
      title,
      html,
      summary,
      back: translate('document.back'),
      framedBy: appContext.config.corsOrigins,
    });
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', page.policy)
      .send(page.html);
  });
}

/** The terms that the borrower of the link was promised, if they may be accepted on its day. */
async function promisedOf({ db }: AppContext, { named, productId, amount, from }: AgreementView) {
  if (!named) return undefined;
  return promisedTerms(db, { borrowerId: named.borrowerId, productId, amount, day: localDate(from) });
}
