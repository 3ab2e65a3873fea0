import type { FastifyInstance, FastifyReply } from 'fastify';
import { validate } from 'uuid';
import { markets } from '../../brands/markets/markets.ts';
import { type Translate, translatorFor } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import { readText, textHash } from '../../lending/origination/agreements/agreed-text.ts';
import { isContractAddress } from '../../lending/origination/agreements/contract-address.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { documentPage, documentPolicy } from '../../platform/http/document-page.ts';
import { keptPdfs } from './kept-pdf.ts';
import { pdfDrawer } from './pdf-drawer.ts';

/** Serves contracts by their signed URLs. A text that does not match its digest is not served. */
export function keptContractRoutes(app: FastifyInstance, appContext: AppContext): void {
  const drawer = pdfDrawer();
  app.addHook('onClose', () => drawer.close());
  const pdfs = keptPdfs(appContext, drawer);
  app.get<{ Params: { borrowerId: string; file: string }; Querystring: Record<string, unknown> }>(
    '/contract/:borrowerId/:file',
    async (request, reply) => {
      const { borrowerId, file } = request.params;
      const [, id = '', form] = /^([0-9a-f-]{36})\.(html|pdf)$/.exec(file) ?? [];
      const { until, signature } = request.query;
      if (
        !validate(borrowerId) ||
        !validate(id) ||
        (form !== 'html' && form !== 'pdf') ||
        typeof signature !== 'string' ||
        !/^\d{1,12}$/.test(String(until))
      )
        throw new NotFound('contract');
      const isGenuine = isContractAddress(appContext, {
        borrowerId,
        id,
        form,
        until: Number(until),
        signature,
      });
      if (!isGenuine || Number(until) * 1000 <= appContext.clock.now().getTime())
        throw new NotFound('contract');
      const row = await appContext.db
        .selectFrom('agreement')
        .innerJoin('borrower', 'borrower.id', 'agreement.borrower_id')
        .select(['title', 'html', 'html_encrypted', 'sha256', 'agreed_at', 'acknowledged_at'])
        .select(['agreement.language', 'brand'])
        .where('agreement.borrower_id', '=', borrowerId)
        .where('agreement.id', '=', id)
        .executeTakeFirst();
      if (!row) throw new NotFound('contract');
      const html = readText(appContext, row.brand, row);
      request.log.info({ borrower: borrowerId, contract: id, form }, 'shown');
      const sha256 = textHash(html);
      reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff');
      const brand = appContext.brands.get(row.brand);
      if (!brand) throw new Error(`contract ${id} is of an unknown brand`);
      if (form === 'html') {
        const translate = translatorFor(row.language, markets[brand.market]);
        return sendHtml(reply, { ...row, html, sha256 }, translate, appContext.config.corsOrigins);
      }
      const contract = {
        title: row.title,
        html,
        lender: `${brand.lender.legalName}, ${brand.lender.address}`,
        sha256,
        agreedAt: row.agreed_at,
        language: row.language,
      };
      const pdf = await pdfs.get({ borrowerId, brand: row.brand, contract, now: appContext.clock.now() });
      return reply
        .type('application/pdf')
        .header(
          'content-disposition',
          `attachment; filename="${fileName(row.title)}-${sha256.slice(0, 8)}.pdf"`,
        )
        .send(pdf);
    },
  );
}

function fileName(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'contract';
}

function sendHtml(
  reply: FastifyReply,
  contract: {
    title: string;
    html: string;
    sha256: string;
    agreed_at: Date;
    acknowledged_at: Date | null;
    language: string;
  },
  translate: Translate,
  framedBy: readonly string[],
): FastifyReply {
  const title = contract.title.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const { language, sha256, agreed_at: agreed, acknowledged_at: acknowledged } = contract;
  const timeValues = (date: Date) => ({ at: date.toISOString() });
  const dates = [
    ...(acknowledged ? [translate('document.acknowledged', timeValues(acknowledged))] : []),
    translate('document.agreed', timeValues(agreed)),
  ].join(' ');
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', documentPolicy(framedBy))
    .send(
      documentPage({
        language,
        title,
        html: `${contract.html}<footer><p>${dates} SHA-256 ${sha256}</p></footer>`,
        back: translate('document.back'),
      }),
    );
}
