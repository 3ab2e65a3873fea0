import type { VisitorPage } from '@hiram/visitor-pages/pages';
import { sitePaths, siteSections } from '@hiram/visitor-pages/site-facts';
import type { FastifyInstance } from 'fastify';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { addressQuery } from './query.ts';
import { siteFacts } from './site-facts.ts';
import type { VisitorSite } from './visitor-site.ts';

/** The pages of the site and the privacy policy, by path. */
function pagesByPath({ config, defaultBrand }: AppContext) {
  const placeOf = (brand: Brand) => ({
    origin: config.publicUrl,
    named: brand.id !== defaultBrand.id,
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
  return site;
}

/** The brand's site: its sections, the privacy policy, and what search engines read. */
export function sitePages(
  app: FastifyInstance,
  { appContext, brandOf, send, renderOnce }: VisitorSite,
): void {
  for (const [path, pageOf] of Object.entries(pagesByPath(appContext)))
    app.get(path, (request, reply) => {
      const brand = brandOf(addressQuery(request.url));
      const html = renderOnce([path, brand.id, brand.language], brand, () => pageOf(brand));
      return send(request, reply, html, 'no-cache');
    });
  searchEngineFiles(app, appContext.config.publicUrl);
}

function searchEngineFiles(app: FastifyInstance, publicUrl: string): void {
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
}
