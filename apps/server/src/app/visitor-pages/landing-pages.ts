import type { FastifyInstance } from 'fastify';
import { promotionFacts } from './facts.ts';
import { plainUrl } from './plain-form.ts';
import { addressQuery, carriedQuery, withQuery } from './query.ts';
import type { VisitorSite } from './visitor-site.ts';

/** The pages of a promotion, by path. */
const landing = {
  '/promotion': 'promotion',
  '/downloadTemplate': 'download',
  '/agreementTemplate': 'agreement',
} as const;

/** The pages that a promotion leads to, with links that carry the visitor's tracking parameters. */
export function landingPages(
  app: FastifyInstance,
  { appContext, promotion, brandOf, send, renderOnce }: VisitorSite,
): void {
  for (const [path, kind] of Object.entries(landing))
    app.get(path, (request, reply) => {
      const query = addressQuery(request.url);
      const brand = brandOf(query);
      const template = promotion.template(brand, query.get('templateId') ?? undefined);
      const isUnknownTemplate = !promotion.knows(brand, query.get('templateId') ?? undefined);
      const origin = kind === 'download' ? appContext.config.publicUrl : undefined;
      const page = { kind, facts: promotionFacts(brand, template, plainUrl, isUnknownTemplate, origin) };
      const language = query.get('lang')?.toLowerCase().split(/[-_]/)[0] ?? '';
      const extraLanguage = language === 'zh' || language === 'es' ? language : '';
      const key = [path, brand.id, brand.language, extraLanguage, page.facts.template.id, isUnknownTemplate];
      const html = renderOnce(key, brand, () => page, extraLanguage);
      return send(request, reply, withQuery(html, carriedQuery(query, brand.id)), 'no-cache');
    });
}
