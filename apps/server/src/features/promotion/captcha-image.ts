import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../context/app-context.ts';
import { drawCaptcha } from '../../messaging/captcha/draw.ts';
import { wideNetwork } from '../../messaging/code-caps.ts';
import { newCaptcha } from '../../messaging/visitors.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { networkOf } from '../../platform/http/network.ts';

/**
 * Maximum number of pictures per minute from one address, or IPv6 network of 48 bits, to one server. A picture takes about 30 ms
 * of a core, so one caller uses at most a fifteenth of it.
 */
export const picturesAMinute = 120;

function callerOf(request: FastifyRequest): string {
  const address = networkOf(request.ip);
  return wideNetwork(address) ?? address;
}

/** GET /get-captcha?sid=…&t=… (PROM-03). Each call makes a new picture and invalidates the former one. */
export function captchaImages(app: FastifyInstance, appContext: AppContext): void {
  const config = { rateLimit: { max: picturesAMinute, timeWindow: '1 minute', keyGenerator: callerOf } };
  app.get<{ Querystring: Record<string, unknown> }>('/get-captcha', { config }, async (request, reply) => {
    const { sid } = request.query;
    const answer =
      typeof sid === 'string'
        ? await newCaptcha(
            appContext.db,
            sid,
            appContext.clock.now(),
            appContext.config.sandbox ? appContext.cipher : undefined,
          )
        : undefined;
    if (answer === undefined) throw new NotFound('captcha');
    return reply
      .type('image/png')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .send(await drawCaptcha(answer));
  });
}
