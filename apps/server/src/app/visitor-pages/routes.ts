import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { VisitorPage } from '@hiram/visitor-pages/pages';
import { sitePaths, siteSections } from '@hiram/visitor-pages/site-facts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { beginFault } from '../../api/fault.ts';
import { type Brand, brandIn } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import { translatorFor } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Promotion } from '../../features/promotion/promotion.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import { namedBrand } from '../web/named-brand.ts';
import { type PageSettings, policyFor } from '../web/pages.ts';
import { loadDocuments } from './documents.ts';
import { promotionFacts } from './facts.ts';
import { plainPromotion, plainUrl } from './plain-promotion.ts';
import { addressQuery, carriedQuery, withQuery } from './query.ts';
import { siteFacts } from './site-facts.ts';

const compress = promisify(gzip);

/** Pages for visitors: complete documents with a brand's texts, usable without scripts. */
export async function visitorRoutes(
  app: FastifyInstance,
  appContext: AppContext,
  promotion: Promotion,
  settings: () => PageSettings,
): Promise<void> {
  const documents = await loadDocuments(appContext.config.webDir, settings);
  /** Rendered documents without the visitor's query. Combinations of brand, language, page and template are few. */
  const rendered = new Map<string, string>();

  const placeOf = (brand: Brand) => ({
    origin: appContext.config.publicUrl,
    named: brand.id !== appContext.defaultBrand.id,
  });
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

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    html: string,
    cache: 'no-cache' | 'no-store',
  ): Promise<FastifyReply> {
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyFor(html, settings()))
      .header('cache-control', cache)
      .header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(html);
    return reply.header('content-encoding', 'gzip').send(await compress(html));
  }

  // People open these routes, so an error is a page too.
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

  const landing = {
    '/promotion': 'promotion',
    '/downloadTemplate': 'download',
    '/agreementTemplate': 'agreement',
  } as const;
  for (const [path, kind] of Object.entries(landing))
    app.get(path, (request, reply) => {
      const query = addressQuery(request.url);
      const brand = brandOf(query);
      const template = promotion.template(brand, query.get('templateId') ?? undefined);
      const isUnknownTemplate = !promotion.knows(brand, query.get('templateId') ?? undefined);
      const page = { kind, facts: promotionFacts(brand, template, plainUrl, isUnknownTemplate) };
      const language = query.get('lang')?.toLowerCase().split(/[-_]/)[0] ?? '';
      const extraLanguage = language === 'zh' || language === 'es' ? language : '';
      const key = [
        path,
        brand.id,
        brand.language,
        extraLanguage,
        page.facts.template.id,
        isUnknownTemplate,
      ].join(' ');
      let html = rendered.get(key);
      if (html === undefined) {
        html = documents.render(page, brand, extraLanguage);
        rendered.set(key, html);
      }
      return send(request, reply, withQuery(html, carriedQuery(query, brand.id)), 'no-cache');
    });

  const site: Readonly<Record<string, (brand: Brand) => VisitorPage>> = {
    ...Object.fromEntries(
      siteSections.map((section) => [
        sitePaths[section],
        (brand: Brand): VisitorPage => ({ kind: 'site', section, facts: siteFacts(brand, placeOf(brand)) }),
      ]),
    ),
    '/policyText': (brand) => {
      const policy = brand.texts.get('privacy-policy');
      return { kind: 'text', title: policy?.title ?? '', html: policy?.html ?? '' };
    },
  };
  for (const [path, pageOf] of Object.entries(site))
    app.get(path, (request, reply) => {
      const brand = brandOf(addressQuery(request.url));
      const key = [path, brand.id, brand.language].join(' ');
      let html = rendered.get(key);
      if (html === undefined) {
        html = documents.render(pageOf(brand), brand, '');
        rendered.set(key, html);
      }
      return send(request, reply, html, 'no-cache');
    });
  const { publicUrl } = appContext.config;
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nAllow: /\nDisallow: /api/\nSitemap: ${publicUrl}/sitemap.xml\n`),
  );
  app.get('/sitemap.xml', (_request, reply) => {
    const urls = Object.values(sitePaths).map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
      );
  });

  plainPromotion(app, { appContext, promotion, documents, brandOf, send });
}
