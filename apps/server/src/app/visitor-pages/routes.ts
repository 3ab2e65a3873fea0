import { escapeHtml } from '@hiram/visitor-pages/escape-html';
import type { FastifyInstance } from 'fastify';
import { beginFault } from '../../api/fault.ts';
import { type Brand, brandIn } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import { translatorFor } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Promotion } from '../../features/promotion/promotion.ts';
import { namedBrand } from '../web/named-brand.ts';
import type { PageSettings } from '../web/pages.ts';
import { loadDocuments } from './documents.ts';
import { landingPages } from './landing-pages.ts';
import { plainPromotion } from './plain-promotion.ts';
import { addressQuery } from './query.ts';
import { sitePages } from './site-pages.ts';
import { verifyPage } from './verify-page.ts';
import { documentCache, htmlSender, type VisitorSite } from './visitor-site.ts';

/** Pages for visitors: complete documents with a brand's texts, usable without scripts. */
export async function visitorRoutes(
  app: FastifyInstance,
  appContext: AppContext,
  promotion: Promotion,
  settings: () => PageSettings,
): Promise<void> {
  const documents = await loadDocuments(appContext.config.webDir, settings);
  /** The hook below answers an unknown brand with the error page. A fault before that uses the default brand. */
  const brandOf = (query: URLSearchParams): Brand =>
    brandIn(
      namedBrand(appContext, query.get('appName')) ?? appContext.defaultBrand,
      query.get('lang') ?? undefined,
    );
  app.addHook('onRequest', (request, reply, done) => {
    if (namedBrand(appContext, addressQuery(request.url).get('appName'))) done();
    else reply.callNotFound();
  });

  errorPage(app, brandOf);
  const site: VisitorSite = {
    appContext,
    promotion,
    documents,
    brandOf,
    send: htmlSender(settings),
    renderOnce: documentCache(documents),
  };
  landingPages(app, site);
  sitePages(app, site);
  plainPromotion(app, site);
  verifyPage(app, site);
}

/** Answers an error with a page, because people open these routes. */
function errorPage(app: FastifyInstance, brandOf: VisitorSite['brandOf']): void {
  app.setErrorHandler((error, request, reply) => {
    const brand = brandOf(addressQuery(request.url));
    const { message } = beginFault(
      request,
      reply,
      error,
      translatorFor(brand.language, markets[brand.market]),
    );
    const text = escapeHtml(message);
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="${brand.language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(brand.names.english)}</title><p>${text}</p></html>`,
      );
  });
}
