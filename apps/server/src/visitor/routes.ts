import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { VisitorPage } from '../../../borrower/src/visitor/pages.ts';
import { type Brand, brandIn } from '../brand/brand.ts';
import type { House } from '../house.ts';
import type { Promotion } from '../promotion/routes.ts';
import { type PageSettings, policyFor } from '../web/pages.ts';
import { loadDocuments } from './documents.ts';
import { promotionFacts } from './facts.ts';
import { plainPromotion, plainUrl } from './plain-promotion.ts';
import { addressQuery, carriedQuery, withQuery } from './query.ts';

const compress = promisify(gzip);

/** Pages for visitors: whole documents in a brand's words, whether scripts come or not. */
export async function visitorRoutes(
  app: FastifyInstance,
  house: House,
  promotion: Promotion,
  settings: () => PageSettings,
): Promise<void> {
  const documents = await loadDocuments(house.config.webDir, settings);
  /** Documents before the visitor's own query: brand, language, page and template are few. */
  const rendered = new Map<string, string>();

  const brandOf = (query: URLSearchParams): Brand =>
    brandIn(
      house.brands.get(query.get('appName') ?? '') ?? house.defaultBrand,
      query.get('lang') ?? undefined,
    );

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

  const pages = {
    '/promotion': (brand: Brand, id: string | undefined): VisitorPage => ({
      kind: 'promotion',
      facts: promotionFacts(brand, promotion.template(brand, id), plainUrl),
    }),
    '/downloadTemplate': (brand: Brand, id: string | undefined): VisitorPage => ({
      kind: 'download',
      facts: promotionFacts(brand, promotion.template(brand, id), plainUrl),
    }),
    '/agreementTemplate': (brand: Brand, id: string | undefined): VisitorPage => ({
      kind: 'agreement',
      facts: promotionFacts(brand, promotion.template(brand, id), plainUrl),
    }),
  };
  for (const [path, pageOf] of Object.entries(pages))
    app.get(path, (request, reply) => {
      const query = addressQuery(request.url);
      const brand = brandOf(query);
      const page = pageOf(brand, query.get('templateId') ?? undefined);
      const asked = query.get('lang')?.toLowerCase().split(/[-_]/)[0] ?? '';
      const given = asked === 'zh' || asked === 'es' ? asked : '';
      const key = [path, brand.id, brand.language, given, page.facts.template.id].join(' ');
      let html = rendered.get(key);
      if (html === undefined) {
        html = documents.render(page, brand, given);
        rendered.set(key, html);
      }
      return send(request, reply, withQuery(html, carriedQuery(query, brand.id)), 'no-cache');
    });

  plainPromotion(app, { house, promotion, documents, brandOf, send });
}
