import type { LoanImportId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { defineCommand, UsageError } from '../command.ts';
import { by, id, required } from '../parameters.ts';

/** Deletes what is staged. Throws UsageError if it is cut over, or unknown. */
async function undo(db: Db, importId: LoanImportId): Promise<number> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('loan_import')
      .select('state')
      .where('id', '=', importId)
      .forUpdate()
      .executeTakeFirst();
    if (row?.state !== 'staging' && row?.state !== 'staged')
      throw new UsageError(
        row === undefined || row.state === 'undone'
          ? `ID: nothing is staged as ${importId}`
          : 'ID: it is cut over, so its loans stay',
      );
    const { numDeletedRows } = await trx
      .deleteFrom('imported_loan')
      .where('import_id', '=', importId)
      .executeTakeFirstOrThrow();
    await sql`update loan_import set state = 'undone' where id = ${importId}`.execute(trx);
    return Number(numDeletedRows);
  });
}

export const undoImport = defineCommand({
  name: 'import undo',
  summary: 'delete the staged loans of an import, before its cut-over',
  arguments: { id: required('ID', 'the import', id<'loanImport'>) },
  options: { by },
  change: { question: ({ id }) => `Delete the staged loans of ${id}?` },
  examples: ["import undo ID --by 'Ana Cruz' --dry-run"],
  async run({ id, by }, session) {
    const { result, changes } = await session.withOwner((db) => undo(db, id), by);
    return {
      data: { import: id, loans: result },
      lines: [`${result} staged loans ${session.isDryRun ? 'would be deleted' : 'deleted'}.`],
      changes,
    };
  },
});
