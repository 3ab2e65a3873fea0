import { arrangementScene } from '@hiram/contract/arrangement-scene';
import { type AgreementId, asId, type BorrowerId } from '@hiram/contract/ids';
import { addDays, daysBetween, localDate } from '@hiram/loan';
import { formatMoment } from '@hiram/loan/moments';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { validate } from 'uuid';
import { markets } from '../../brands/markets/markets.ts';
import { translatorFor } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import { readText, textHash } from '../../lending/origination/agreements/agreed-text.ts';
import { isContractAddress } from '../../lending/origination/agreements/contract-address.ts';
import { documentSummary } from '../../lending/origination/agreements/document-summary.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { createPdfRenderer } from './pdf-renderer.ts';
import { recordRoutes } from './record-routes.ts';
import { documentSender } from './send-document.ts';
import { storedPdfs } from './stored-pdfs.ts';

type ContractRequest = FastifyRequest<{
  Params: { borrowerId: string; file: string };
  Querystring: Record<string, unknown>;
}>;

/** Serves contracts and records of the account by their signed URLs. A text that does not match its digest is not served. */
export function contractRoutes(app: FastifyInstance, appContext: AppContext): void {
  const renderer = createPdfRenderer();
  app.addHook('onClose', () => renderer.close());
  const sendDocument = documentSender(appContext, storedPdfs(appContext, renderer));
  recordRoutes(app, appContext, sendDocument);
  app.get('/contract/:borrowerId/:file', async (request: ContractRequest, reply) => {
    const { borrowerId, id, form } = addressOf(appContext, request);
    const contract = await loadContract(appContext, borrowerId, id);
    request.log.info({ borrower: borrowerId, contract: id, form }, 'shown');
    const { title, html, summary, language, brand, translate, sha256 } = contract;
    return sendDocument(request, reply, form, {
      borrowerId,
      brand,
      back: translate('document.back'),
      title,
      html,
      summary,
      note: noteOf(contract),
      agreedAt: contract.agreed_at,
      language,
      fileName: `${fileName(title)}-${sha256.slice(0, 8)}`,
    });
  });
}

/** The contract that a URL names. Throws NotFound for a malformed, forged or expired URL. */
function addressOf(appContext: AppContext, { params, query }: ContractRequest) {
  const { borrowerId, file } = params;
  const [, id = '', form] = /^([0-9a-f-]{36})\.(html|pdf)$/.exec(file) ?? [];
  const { until, signature } = query;
  if (
    !validate(borrowerId) ||
    !validate(id) ||
    (form !== 'html' && form !== 'pdf') ||
    typeof signature !== 'string' ||
    !/^\d{1,12}$/.test(String(until))
  )
    throw new NotFound('contract');
  const ids = { borrowerId: asId<'borrower'>(borrowerId), id: asId<'agreement'>(id) };
  const address = { ...ids, form, until: Number(until), signature } as const;
  const isExpired = address.until * 1000 <= appContext.clock.now().getTime();
  if (!isContractAddress(appContext, address) || isExpired) throw new NotFound('contract');
  return address;
}

/** A contract with its text, checked against its digest. Throws NotFound if there is none. */
async function loadContract(appContext: AppContext, borrowerId: BorrowerId, id: AgreementId) {
  const row = await appContext.db
    .selectFrom('agreement')
    .innerJoin('borrower', 'borrower.id', 'agreement.borrower_id')
    .innerJoin('loan_order', 'loan_order.id', 'agreement.order_id')
    .select(['title', 'html_encrypted', 'sha256', 'agreed_at', 'acknowledged_at', 'scene', 'position'])
    .select(['agreement.language', 'borrower.brand', 'order_id', 'terms', 'applied_on'])
    .where('agreement.borrower_id', '=', borrowerId)
    .where('agreement.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new NotFound('contract');
  const brand = appContext.brands.get(row.brand);
  if (!brand) throw new Error(`contract ${id} is of an unknown brand`);
  const html = readText(appContext, row.brand, row);
  const { language, agreed_at: agreed, acknowledged_at: acknowledged } = row;
  const dayOf = (moment: Date) => dayIn(brand.timeZone, moment);
  // A statement that was acknowledged the day before counts its example dates from that day.
  const from = addDays(
    localDate(row.applied_on),
    acknowledged ? -daysBetween(dayOf(acknowledged), dayOf(agreed)) : 0,
  );
  const translate = translatorFor(language, markets[brand.market]);
  // An arrangement's figures are in its text; the loan's own are not.
  const summary =
    row.scene === arrangementScene
      ? { figures: [], repayments: [] }
      : documentSummary({ ...row, brand, translate, html, from });
  return { ...row, brand, html, summary, translate, sha256: textHash(html) };
}

function fileName(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'contract';
}

type Contract = Awaited<ReturnType<typeof loadContract>>;

/** When a contract was agreed to, its loan and its digest. */
function noteOf(contract: Contract): string {
  const { brand, language, translate, sha256 } = contract;
  const timeValues = (moment: Date) => ({ at: formatMoment(moment, language, brand.timeZone, true) });
  return [
    ...(contract.acknowledged_at
      ? [translate('document.acknowledged', timeValues(contract.acknowledged_at))]
      : []),
    translate('document.agreed', timeValues(contract.agreed_at)),
    translate('document.loan', { id: contract.order_id }),
    `SHA-256 ${sha256}`,
  ].join(' ');
}
