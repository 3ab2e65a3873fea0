import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Db } from '../db/connect.ts';

/** How long events wait for company before they are written together. */
const gatherMs = 25;
const mostAtOnce = 500;

export type PromotionStep = 'visit' | 'click' | 'codeSent' | 'registered' | 'firstLoan';

/** Where a visitor came from (PROM-02). */
export interface Source {
  readonly template?: string | undefined;
  readonly page_id?: string | undefined;
  readonly user_from?: string | undefined;
  readonly client_type?: string | undefined;
  readonly utm_tag?: string | undefined;
  readonly app_from?: string | undefined;
}

export interface PromotionEvent {
  readonly day: string;
  readonly brand: string;
  readonly kind: PromotionStep;
  /** What tells the same visitor again: its device's own name, or where that is unknown its address. */
  readonly visitor: string;
  readonly source: Source;
  readonly borrowerId?: string | undefined;
  readonly at: Date;
}

function digest(...parts: readonly (string | undefined)[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(parts.map((part) => part ?? null)))
    .digest();
}

interface Batch {
  readonly events: PromotionEvent[];
  readonly written: Promise<void>;
}

/**
 * Writes events of many visitors in one statement. `keep` is done when its event is on disk: what was answered is never
 * lost. The same step of the same visitor from the same source counts once a day.
 */
export function createAttribution(db: Db): { keep(event: PromotionEvent): Promise<void> } {
  let open: Batch | undefined;

  function begin(): Batch {
    const events: PromotionEvent[] = [];
    const batch: Batch = {
      events,
      written: setTimeout(gatherMs).then(async () => {
        if (open === batch) open = undefined;
        await db
          .insertInto('promotion_event')
          .values(events.map(rowOf))
          .onConflict((conflict) => conflict.columns(['day', 'digest']).doNothing())
          .execute();
      }),
    };
    return batch;
  }

  return {
    keep(event) {
      open ??= begin();
      const { events, written } = open;
      events.push(event);
      if (events.length >= mostAtOnce) open = undefined;
      return written;
    },
  };
}

function rowOf({ day, brand, kind, visitor, source, borrowerId, at }: PromotionEvent) {
  const { template, page_id, user_from, client_type, utm_tag, app_from } = source;
  return {
    day,
    brand,
    kind,
    visitor: digest(brand, visitor),
    digest: digest(brand, kind, visitor, template, page_id, user_from, client_type, utm_tag, app_from),
    template: template ?? null,
    page_id: page_id ?? null,
    user_from: user_from ?? null,
    client_type: client_type ?? null,
    utm_tag: utm_tag ?? null,
    app_from: app_from ?? null,
    borrower_id: borrowerId ?? null,
    at,
  };
}
