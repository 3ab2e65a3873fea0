import { toSVG } from 'bwip-js/node';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context/app-context.ts';
import { NotFound } from '../../platform/errors/rejection.ts';

const maxDrawn = 200;

/** Serves the image of a code by an unguessable name: a QR code, or the barcode for counters. */
export function codeImages(app: FastifyInstance, appContext: AppContext): void {
  // A QR code takes the server's only thread for milliseconds, and its page asks for it more than once.
  const drawn = new Map<string, string>();
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
    const isBarcode = code.show_type === 1;
    const text = isBarcode ? code.pay_code : (code.qr ?? code.pay_code);
    const key = `${isBarcode} ${text}`;
    const svg = drawn.get(key) ?? draw(text, isBarcode);
    // The one that was requested last is dropped last.
    drawn.delete(key);
    drawn.set(key, svg);
    const [oldest = ''] = drawn.keys();
    if (drawn.size > maxDrawn) drawn.delete(oldest);
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

function draw(text: string, isBarcode: boolean): string {
  if (isBarcode) return toSVG({ bcid: 'code128', text, height: 14, paddingwidth: 2, paddingheight: 2 });
  // The padding is two modules.
  return toSVG({ bcid: 'qrcode', text, paddingwidth: 4, paddingheight: 4, backgroundcolor: 'FFFFFF' });
}
