import { asId, type BorrowerId, type OrderId } from '@hiram/contract/ids';
import { type LocalDate, localDate } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { validate } from 'uuid';
import { type Brand, brandIn } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import { translatorFor } from '../../brands/texts/translate.ts';
import type { AppContext } from '../../context/app-context.ts';
import { certifiedName } from '../../lending/borrowers/profile.ts';
import { findOrder, loadEvents } from '../../lending/loans/order-store.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import {
  type AccountOf,
  accountStatement,
  certificateRecord,
  type Period,
  wholePeriod,
} from './account-records.ts';
import { issueCertificate } from './certificates.ts';
import { isRecordAddress, type RecordKind } from './record-address.ts';
import type { SendDocument } from './send-document.ts';

type RecordRequest = FastifyRequest<{
  Params: { borrowerId: string; orderId: string; file: string };
  Querystring: Record<string, unknown>;
}>;

/** Serves statements of account and certificates of full payment by their signed URLs (KEY-06). */
export function recordRoutes(app: FastifyInstance, appContext: AppContext, sendDocument: SendDocument): void {
  app.get('/record/:borrowerId/:orderId/:file', async (request: RecordRequest, reply) => {
    const address = addressOf(appContext, request);
    const { borrowerId, orderId, kind, form } = address;
    const account = await loadAccount(appContext, address);
    const { brand, translate, today } = account;
    const record = await recordOf(appContext, account, { kind, period: periodOf(request, account) });
    request.log.info({ borrower: borrowerId, order: orderId, record: kind, form }, 'shown');
    return sendDocument(request, reply, form, {
      ...record,
      borrowerId,
      brand,
      back: translate('document.back'),
      summary: { figures: record.figures, repayments: [] },
      note: translate('record.written', { day: formatDate(today, brand.language) }),
      // The day alone: another request on the same day finds the same PDF.
      agreedAt: new Date(`${today}T00:00:00Z`),
      language: brand.language,
      fileName: `${kind}-${orderId.slice(-8)}`,
    });
  });
}

/** The record that a URL names. Throws NotFound for a malformed, forged or expired URL. */
function addressOf(appContext: AppContext, { params, query }: RecordRequest) {
  const { borrowerId, orderId, file } = params;
  const [, kind, form] = /^(statement|certificate)\.(html|pdf)$/.exec(file) ?? [];
  const { until, signature, lang, on } = query;
  if (
    !validate(borrowerId) ||
    !validate(orderId) ||
    !(kind === 'statement' || kind === 'certificate') ||
    !(form === 'html' || form === 'pdf') ||
    typeof signature !== 'string' ||
    typeof lang !== 'string' ||
    !isDay(on) ||
    !/^\d{1,12}$/.test(String(until))
  )
    throw new NotFound('record');
  const ids = { borrowerId: asId<'borrower'>(borrowerId), orderId: asId<'order'>(orderId) };
  const named = { ...ids, kind, form, language: lang, on: localDate(on) } as const;
  const address = { ...named, until: Number(until), signature };
  const isExpired = address.until * 1000 <= appContext.clock.now().getTime();
  if (!isRecordAddress(appContext, address) || isExpired) throw new NotFound('record');
  return address;
}

async function loadAccount(
  appContext: AppContext,
  {
    borrowerId,
    orderId,
    language,
    on,
  }: { borrowerId: BorrowerId; orderId: OrderId; language: string; on: LocalDate },
): Promise<AccountOf> {
  const { db } = appContext;
  const order = await findOrder(db, orderId);
  if (!order || order.borrower_id !== borrowerId || order.disbursed_on === null) throw new NotFound('record');
  const owner = await db
    .selectFrom('borrower')
    .select('brand')
    .where('id', '=', borrowerId)
    .executeTakeFirstOrThrow();
  const known = appContext.brands.get(owner.brand);
  if (!known) throw new Error(`order ${orderId} is of an unknown brand`);
  const brand = brandIn(known, language);
  return {
    brand,
    translate: translatorFor(brand.language, markets[brand.market]),
    order,
    events: await loadEvents(db, order),
    borrower: (await certifiedName(db, appContext.cipher, borrowerId)) ?? '',
    today: on,
  };
}

/** Reports whether it is a day of the calendar, as `YYYY-MM-DD`. */
function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const moment = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
}

/** The period that the query names, within the loan's account. Days that are none or lie outside it are the account's own. */
function periodOf({ query }: RecordRequest, { order, today }: AccountOf): Period {
  const whole = wholePeriod(order, today);
  const within = (value: unknown, otherwise: LocalDate): LocalDate => {
    return isDay(value) && value >= whole.from && value <= whole.to ? localDate(value) : otherwise;
  };
  const from = within(query.from, whole.from);
  const to = within(query.to, whole.to);
  return from <= to ? { from, to } : whole;
}

async function recordOf(
  appContext: AppContext,
  account: AccountOf,
  { kind, period }: { kind: RecordKind; period: Period },
) {
  if (kind === 'statement') return accountStatement(account, period);
  const { order, brand } = account;
  const { settled_on: settledOn } = order;
  if (order.status !== 'settled' || settledOn === null) throw new NotFound('record');
  const certificate = await issueCertificate(
    appContext.db,
    { ...order, settled_on: settledOn },
    brand,
    appContext.clock.now(),
  );
  return certificateRecord(account, certificate, verifyUrl(appContext, brand));
}

/** The address at which anyone checks a certificate of the brand. */
function verifyUrl({ config }: AppContext, { id }: Brand): string {
  return `${config.publicUrl}/verify?appName=${id}`;
}
