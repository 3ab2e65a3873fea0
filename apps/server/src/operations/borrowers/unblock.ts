import { sql } from 'kysely';
import { brandOf } from '../../brands/brand-of.ts';
import { forgetBlocked } from '../../lending/borrowers/blocks.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { defineCommand } from '../command.ts';
import { mergeChanges } from '../dry-run.ts';
import { by, reason } from '../parameters.ts';
import { borrower, borrowerOf } from './show.ts';

export const unblock = defineCommand({
  name: 'borrowers unblock',
  summary: 'unblock a borrower',
  description: 'New accounts with the same number or documents are no longer blocked.',
  arguments: { borrower },
  options: { reason, by },
  change: { question: ({ borrower }) => `Unblock the borrower ${borrower}?` },
  examples: ["borrowers unblock BORROWER --reason 'document verified' --by 'Ana Cruz' --dry-run"],
  async run({ borrower, reason, by }, session) {
    const identityChanges = await session.withApp(async (app) => {
      const brand = brandOf(app, await borrowerOf(app.db, borrower));
      await inTransaction(app.db, (trx) => forgetBlocked(trx, app, brand, borrower));
    }, by);
    // Only the schema's owner may update this column.
    const borrowerChanges = await session.withOwner(
      (db) =>
        inTransaction(db, (trx) =>
          sql`update borrower set blocked_reason = null where id = ${borrower}`.execute(trx),
        ),
      `${by} (${reason})`,
    );
    return {
      data: { borrower, blocked: false },
      lines: [session.isDryRun ? 'Can be unblocked.' : 'Unblocked.'],
      changes: mergeChanges(identityChanges.changes, borrowerChanges.changes),
    };
  },
});
