import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context/app-context.ts';
import { NotFound } from '../../platform/errors/rejection.ts';

/** Logos of products and channels (`brands/logos`, `brands/<brand>/logos`), without a session. */
export function logoImages(app: FastifyInstance, appContext: AppContext): void {
  app.get<{ Params: { brand: string; name: string } }>('/logo/:brand/:name', async (request, reply) => {
    const { brand, name } = request.params;
    const svg = appContext.brands.get(brand)?.logos.get(name.replace(/\.svg$/, ''));
    if (svg === undefined) throw new NotFound('logo');
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .header(
        'content-security-policy',
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      )
      .send(svg);
  });
}
