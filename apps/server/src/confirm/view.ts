import { createHash } from 'node:crypto';
import { cents, localDate } from '@hiram/loan';
import type { FastifyInstance } from 'fastify';
import { brandIn } from '../brand/brand.ts';
import type { House } from '../house.ts';
import { NotFound } from '../http/refuse.ts';
import { agreementBody, readViewToken } from '../lending/agreements.ts';
import { isOffered, loadAnyProduct, termsOf } from '../lending/products.ts';
import { readProfile } from '../lending/profile.ts';
import { speakerFor } from '../texts/speak.ts';

const style =
  'body{font:16px/1.6 system-ui,sans-serif;margin:0 auto;max-width:40rem;padding:16px;color-scheme:light dark}table{border-collapse:collapse;width:100%;margin:12px 0}td{padding:6px 8px;border-bottom:1px solid #8886;font-variant-numeric:tabular-nums}td+td{text-align:right}h1{font-size:22px}';
const styleHash = createHash('sha256').update(style).digest('base64');

/** The page behind `contract_url` and `popAgreementUrl`: an agreement with the figures that its signed link names (CONF-05). */
export function agreementView(app: FastifyInstance, house: House): void {
  app.get<{ Params: { token: string } }>('/agreement/:token', async (request, reply) => {
    const view = readViewToken(house.seal, request.params.token);
    if (!view) throw new NotFound('agreement');
    const product = await loadAnyProduct(house.db, view.productId);
    const known = house.brands.get(product.row.brand);
    const brand = known && brandIn(known, view.lang);
    const amount = cents(view.amount);
    if (!brand || !isOffered(product, amount)) throw new NotFound('agreement');
    if (view.named && house.clock.now().getTime() >= view.named.until) throw new NotFound('agreement');
    const named = view.named && (await readProfile(house.db, house.seal, view.named.borrowerId));
    const speak = speakerFor(view.lang, brand.market);
    const { title, html } = agreementBody(view.position, {
      brand,
      terms: termsOf(brand, product, amount, view.client),
      productName: product.row.name,
      speak,
      from: localDate(view.from),
      borrower: named?.fullName,
    });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'self' ${house.config.corsOrigins.join(' ')}; base-uri 'none'`,
      )
      .send(
        `<!doctype html><html lang="${view.lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style><h1>${title}</h1>${html}</html>`,
      );
  });
}
