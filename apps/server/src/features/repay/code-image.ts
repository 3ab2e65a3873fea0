import { toSVG } from 'bwip-js/node';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context/app-context.ts';
import { NotFound } from '../../platform/errors/rejection.ts';

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
    const svg =
      code.show_type === 1
        ? toSVG({ bcid: 'code128', text: code.pay_code, height: 14, paddingwidth: 2, paddingheight: 2 })
        : toSVG({
            bcid: 'qrcode',
            text: code.qr ?? code.pay_code,
            // Two modules.
            paddingwidth: 4,
            paddingheight: 4,
            backgroundcolor: 'FFFFFF',
          });
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
