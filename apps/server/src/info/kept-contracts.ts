import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { validate } from 'uuid';
import type { House } from '../house.ts';
import { NotFound } from '../http/refuse.ts';
import { isContractAddress } from '../lending/contract-address.ts';
import { contractPdf } from './contract-pdf.ts';

const style =
  'body{font:16px/1.6 system-ui,sans-serif;margin:0 auto;max-width:40rem;padding:16px;color-scheme:light dark}table{border-collapse:collapse;width:100%;margin:12px 0}td{padding:6px 8px;border-bottom:1px solid #8886;font-variant-numeric:tabular-nums}td+td{text-align:right}h1{font-size:22px}footer{font-size:12px;overflow-wrap:anywhere;opacity:.8}';
const styleHash = createHash('sha256').update(style).digest('base64');

/** Serves contracts by signed address, and none whose text is not the one that was agreed to. */
export function keptContractRoutes(app: FastifyInstance, house: House): void {
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
      const genuine = isContractAddress(house, { borrowerId, id, form, until: Number(until), signature });
      if (!genuine || Number(until) * 1000 <= house.clock.now().getTime()) throw new NotFound('contract');
      const row = await house.db
        .selectFrom('agreement')
        .innerJoin('borrower', 'borrower.id', 'agreement.borrower_id')
        .select(['title', 'html', 'sha256', 'agreed_at', 'acknowledged_at', 'agreement.language', 'brand'])
        .where('agreement.borrower_id', '=', borrowerId)
        .where('agreement.id', '=', id)
        .executeTakeFirst();
      if (!row) throw new NotFound('contract');
      const digest = createHash('sha256').update(row.html).digest();
      if (!digest.equals(row.sha256)) throw new Error(`contract ${id} is not what was agreed to`);
      request.log.info({ borrower: borrowerId, contract: id, form }, 'shown');
      const sha256 = digest.toString('hex');
      reply.header('cache-control', 'private, no-store').header('x-content-type-options', 'nosniff');
      if (form === 'html') return sendHtml(reply, { ...row, sha256 }, house.config.corsOrigins);
      const lender = house.brands.get(row.brand)?.lender;
      const pdf = await contractPdf({
        title: row.title,
        html: row.html,
        lender: lender ? `${lender.legalName}, ${lender.address}` : '',
        sha256,
        agreedAt: row.agreed_at,
        language: row.language,
      });
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
  framedBy: readonly string[],
): FastifyReply {
  const title = contract.title.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'self' ${framedBy.join(' ')}; base-uri 'none'`,
    )
    .send(
      `<!doctype html><html lang="${contract.language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style><h1>${title}</h1>${contract.html}<footer><p>${contract.acknowledged_at ? `Acknowledged ${contract.acknowledged_at.toISOString()}. ` : ''}Agreed ${contract.agreed_at.toISOString()}. SHA-256 ${contract.sha256}</p></footer></html>`,
    );
}
