import type { FastifyInstance } from 'fastify';
import { drawCaptcha } from '../captcha/draw.ts';
import type { House } from '../house.ts';
import { NotFound } from '../http/refuse.ts';
import { newCaptcha } from '../lending/visitors.ts';

/** GET /get-captcha?sid=…&t=… (PROM-03): a fresh picture each time, so the one before no longer counts. */
export function captchaImages(app: FastifyInstance, house: House): void {
  app.get<{ Querystring: Record<string, unknown> }>('/get-captcha', async (request, reply) => {
    const { sid } = request.query;
    const answer =
      typeof sid === 'string'
        ? await newCaptcha(house.db, sid, house.clock.now(), house.config.sandbox ? house.seal : undefined)
        : undefined;
    if (answer === undefined) throw new NotFound('captcha');
    return reply
      .type('image/png')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .send(await drawCaptcha(answer));
  });
}
