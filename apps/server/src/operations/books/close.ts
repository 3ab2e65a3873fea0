import { sql } from 'kysely';
import { CannotPost } from '../../lending/books/cannot-post.ts';
import { checkClose, periodOf } from '../../lending/books/close-checks.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { brandNamed } from '../brand-named.ts';
import { twoPersons, withTwoPersons } from '../break-glass.ts';
import { defineCommand } from '../command.ts';
import { reason } from '../parameters.ts';
import { brandOption, month } from './parameters.ts';

/** Closes or reopens a month, and returns its digest in hexadecimal. */
async function move(db: Db, brand: string, month: string, state: 'open' | 'closed', why: string) {
  const { rows } = await sql<{ digest: Buffer }>`
    select move_gl_period_by_hand(${brand}, ${month}, ${state}, ${why}) as digest`.execute(db);
  return rows[0]?.digest.toString('hex') ?? '';
}

export const closeMonth = defineCommand({
  name: 'books close',
  summary: 'close a month of the general ledger: nothing is posted into it any more',
  description:
    'Checks first: posted to its end, numbers without a gap, every loan tied to its own ledger, cash compared, unidentified money explained. What comes later lands in the next open month and names its day.',
  arguments: {},
  options: { brand: brandOption, month, ...twoPersons },
  change: { question: ({ brand, month }) => `Close ${month} of ${brand}?` },
  difference: 'a check is not met',
  examples: ["books close --brand ph --month 2026-11 --by 'Ana Cruz' --second 'Ben Reyes'"],
  async run({ brand: id, month, by, second }, session) {
    const { result, changes } = await withTwoPersons(session, { by, second }, async (app) => {
      const brand = brandNamed(app, id);
      await periodOf(app.db, brand.id, month);
      const checks = await checkClose(app.db, brand.id, month);
      if (checks.some(({ open }) => open > 0)) return { checks, digest: undefined };
      const digest = await move(app.db, brand.id, month, 'closed', '');
      return { checks, digest };
    });
    const { checks, digest } = result;
    return {
      data: { brand: id, month, closed: digest !== undefined, digest, checks },
      lines: [
        ...checks.map(({ name, open, text }) => `${open === 0 ? 'met' : 'OPEN'} ${name}: ${text}`),
        digest === undefined ? `${month} of ${id} is not closed.` : `${month} of ${id} is closed: ${digest}`,
      ],
      changes,
      hasFailed: digest === undefined,
    };
  },
});

export const reopenMonth = defineCommand({
  name: 'books reopen',
  summary: 'reopen a closed month; it is shown for ever',
  arguments: {},
  options: { brand: brandOption, month, reason, ...twoPersons },
  change: { question: ({ brand, month }) => `Reopen ${month} of ${brand}?` },
  examples: [
    "books reopen --brand ph --month 2026-11 --reason 'rent was missing' --by 'Ana Cruz' --second 'Ben Reyes'",
  ],
  async run({ brand: id, month, reason: why, by, second }, session) {
    const { result, changes } = await withTwoPersons(session, { by, second }, async (app) => {
      const period = await periodOf(app.db, brandNamed(app, id).id, month);
      if (period.state === 'open') throw new CannotPost(`${month} of ${id} is open`);
      return move(app.db, id, month, 'open', why);
    });
    return {
      data: { brand: id, month, reopened: true, digest: result },
      lines: [`${month} of ${id} is open again. It was closed with ${result}`],
      changes,
    };
  },
});
