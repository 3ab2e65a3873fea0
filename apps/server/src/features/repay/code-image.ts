import { toSVG } from 'bwip-js/node';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context/app-context.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { rememberLast } from '../../platform/remember-last.ts';

// A QR code takes the server's only thread for milliseconds, and its page asks for it more than once.
const drawBarcode = rememberLast(200, (text) =>
  toSVG({ bcid: 'code128', text, height: 14, paddingwidth: 2, paddingheight: 2 }),
);
// The padding is two modules.
const drawQrCode = rememberLast(200, (text) =>
  toSVG({ bcid: 'qrcode', text, paddingwidth: 4, paddingheight: 4, backgroundcolor: 'FFFFFF' }),
);

/** Serves the image of a code by an unguessable name: a QR code, or the barcode for counters. */
export function codeImages(app: FastifyInstance, appContext: AppContext): void {
  app.get<{ Params: { name: string } }>('/code-image/:name', async (request, reply) => {
    const token = /^([\w-]{20,40})\.svg$/.exec(request.params.name)?.[1];
    const code = token
      ? await appContext.db
          .selectFrom('payment_code')
          .select(['show_type', 'pay_code', 'qr'])
          .where('image_token', '=', token)
          .executeTakeFirst()
      : undefined;
    if (!code?.pay_code) throw new NotFound('code image');
    const svg = code.show_type === 1 ? drawBarcode(code.pay_code) : drawQrCode(code.qr ?? code.pay_code);
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      )
      .send(svg);
  });
}
