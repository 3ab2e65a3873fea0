import { asId } from '@hiram/contract/ids';
import type { FastifyInstance } from 'fastify';
import { validate } from 'uuid';
import type { AppContext } from '../../context/app-context.ts';
import { isPictureAddress } from '../../pictures/store-picture.ts';
import { NotFound } from '../../platform/errors/rejection.ts';

/** Serves a picture by its signed URL. Any other URL gets NotFound. */
export function pictureRoutes(app: FastifyInstance, appContext: AppContext): void {
  app.get<{ Params: { borrowerId: string; name: string }; Querystring: Record<string, unknown> }>(
    '/picture/:borrowerId/:name',
    async (request, reply) => {
      const { borrowerId, name } = request.params;
      const id = /^([0-9a-f-]{36})\.jpg$/.exec(name)?.[1] ?? '';
      const { until, signature } = request.query;
      const isWellFormed =
        validate(borrowerId) &&
        validate(id) &&
        typeof signature === 'string' &&
        /^\d{1,12}$/.test(String(until));
      const ids = { borrowerId: asId<'borrower'>(borrowerId), id: asId<'picture'>(id) };
      const address = { ...ids, until: Number(until), signature: String(signature) };
      if (!isWellFormed || !isPictureAddress(appContext, address, appContext.clock.now()))
        throw new NotFound('picture');
      const row = await appContext.db
        .selectFrom('picture')
        .select('file')
        .where('borrower_id', '=', ids.borrowerId)
        .where('id', '=', ids.id)
        .where('purpose', '<>', 'identity')
        .executeTakeFirst();
      const bytes = row && (await appContext.ports.files.get(row.file));
      if (!bytes) throw new NotFound('picture');
      // The URL does not identify its user, so log at least when it is used.
      request.log.info({ borrower: borrowerId, picture: id }, 'shown');
      return reply
        .type('image/jpeg')
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header(
          'content-security-policy',
          "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
        )
        .header('content-disposition', 'inline; filename="picture.jpg"')
        .send(bytes);
    },
  );
}
