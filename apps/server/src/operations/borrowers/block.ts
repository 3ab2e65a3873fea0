import { brandOf } from '../../brands/brand-of.ts';
import { blockBorrower } from '../../lending/borrowers/blocks.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { defineCommand } from '../command.ts';
import { by, reason } from '../parameters.ts';
import { borrower, borrowerOf } from './show.ts';

export const block = defineCommand({
  name: 'borrowers block',
  summary: 'block a borrower from further loans',
  description: 'A new account with their number or documents is blocked with the same reason.',
  arguments: { borrower },
  options: { reason, by },
  change: { question: ({ borrower }) => `Block the borrower ${borrower}?` },
  examples: ["borrowers block BORROWER --reason 'forged document' --by 'Ana Cruz' --dry-run"],
  async run({ borrower, reason, by }, session) {
    const { changes } = await session.withApp(async (app) => {
      const brand = brandOf(app, await borrowerOf(app.db, borrower));
      await inTransaction(app.db, (trx) => blockBorrower(trx, app, { brand, borrowerId: borrower, reason }));
    }, by);
    return {
      data: { borrower, blocked: true, reason },
      lines: [session.isDryRun ? 'Can be blocked.' : 'Blocked.'],
      changes,
    };
  },
});
