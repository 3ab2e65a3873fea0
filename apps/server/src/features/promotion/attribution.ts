import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { BorrowerId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';

/** The time for which events are collected before they are written together. */
const batchDelayMs = 100;
const maxBatchSize = 500;

export type PromotionStep = 'visit' | 'click' | 'captchaRejected' | 'codeSent' | 'registered' | 'firstLoan';

/** The source of a visitor (PROM-02). */
export interface Source {
  readonly template?: string | undefined;
  readonly pageId?: string | undefined;
  readonly userFrom?: string | undefined;
  readonly clientType?: string | undefined;
  readonly utmTag?: string | undefined;
  readonly appFrom?: string | undefined;
}

export interface PromotionEvent {
  readonly brand: string;
  /** The business day of the brand. */
  readonly day: LocalDate;
  readonly kind: PromotionStep;
  /** Identifies the visitor: the device id, or the address without one. */
  readonly visitor: string;
  readonly source: Source;
  readonly borrowerId?: BorrowerId | undefined;
  readonly at: Date;
}

function digest(...parts: readonly (string | undefined)[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(parts.map((part) => part ?? null)))
    .digest();
}

interface Batch {
  readonly events: PromotionEvent[];
  readonly saved: Promise<void>;
}

/** The columns of an event. Each is passed as an array, so that one prepared statement serves batches of any size. */
const columns = [
  ['day', 'date'],
  ['brand', 'text'],
  ['kind', 'text'],
  ['visitor', 'bytea'],
  ['digest', 'bytea'],
  ['template', 'text'],
  ['page_id', 'text'],
  ['user_from', 'text'],
  ['client_type', 'text'],
  ['utm_tag', 'text'],
  ['app_from', 'text'],
  ['borrower_id', 'uuid'],
  ['at', 'timestamptz'],
] as const;
type Row = Readonly<Record<(typeof columns)[number][0], string | Buffer | Date | null>>;

async function write(db: Db, rows: readonly Row[]): Promise<void> {
  const names = sql.join(columns.map(([name]) => sql.ref(name)));
  const arrays = sql.join(
    columns.map(([name, type]) => sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`),
  );
  await sql`insert into promotion_event (${names}) select * from unnest(${arrays}) on conflict (day, digest) do nothing`.execute(
    db,
  );
}

/**
 * Writes events of many visitors in one statement. `keep` resolves when its event is stored, so that no acknowledged event is
 * lost. The same step of the same visitor from the same source counts once a business day of the brand.
 */
export function createAttribution(db: Db): { saveEvent(event: PromotionEvent): Promise<void> } {
  let open: Batch | undefined;

  function begin(): Batch {
    const events: PromotionEvent[] = [];
    const batch: Batch = {
      events,
      saved: setTimeout(batchDelayMs).then(async () => {
        if (open === batch) open = undefined;
        await write(db, events.map(rowOf));
      }),
    };
    return batch;
  }

  return {
    saveEvent(event) {
      open ??= begin();
      const { events, saved: written } = open;
      events.push(event);
      if (events.length >= maxBatchSize) open = undefined;
      return written;
    },
  };
}

function rowOf({ brand, day, kind, visitor, source, borrowerId, at }: PromotionEvent): Row {
  const { template, pageId, userFrom, clientType, utmTag, appFrom } = source;
  return {
    day,
    brand,
    kind,
    visitor: digest(brand, visitor),
    digest: digest(brand, kind, visitor, template, pageId, userFrom, clientType, utmTag, appFrom),
    template: template ?? null,
    page_id: pageId ?? null,
    user_from: userFrom ?? null,
    client_type: clientType ?? null,
    utm_tag: utmTag ?? null,
    app_from: appFrom ?? null,
    borrower_id: borrowerId ?? null,
    at,
  };
}

/** The source fields of a form. */
export function sourceOf(input: Source): Source {
  const { userFrom, appFrom, utmTag } = input;
  return { userFrom, appFrom, utmTag };
}
