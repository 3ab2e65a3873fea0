import type { StaffId, StatementImportId } from '@hiram/contract/ids';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { closeTask } from '../../tasks.ts';
import { isOpenLine, isRecognised } from './statement-lines.ts';

/** Undone: how many lines were deleted. Otherwise why not. */
export type UndoneImport = { readonly lines: number } | 'importMissing' | 'importUsed' | 'importUndone';

/**
 * Deletes the lines of an import of which nobody posted one or set one aside. The import itself stays, with
 * who undid it. Its lines are locked first: one that somebody posts meanwhile stays.
 */
export async function undoImport(
  trx: Db,
  brand: string,
  importId: StatementImportId,
  by: { readonly staffId: StaffId; readonly now: Date },
): Promise<UndoneImport> {
  const entry = await trx
    .selectFrom('statement_import')
    .select('undone_at')
    .where('id', '=', importId)
    .where('brand', '=', brand)
    .forUpdate()
    .executeTakeFirst();
  if (!entry) return 'importMissing';
  if (entry.undone_at !== null) return 'importUndone';
  const lines = await trx
    .selectFrom('statement_line')
    .select(['transfer_id', 'payment_id', 'set_aside_by', isRecognised.as('is_recognised')])
    .where('import_id', '=', importId)
    .forUpdate()
    .execute();
  if (!lines.every((line) => isOpenLine(line) || line.is_recognised)) return 'importUsed';
  await trx
    .updateTable('statement_import')
    .set({ undone_by: by.staffId, undone_at: by.now })
    .where('id', '=', importId)
    .execute();
  await trx
    .updateTable('statement_line')
    .set({ transfer_id: null })
    .where('import_id', '=', importId)
    .where('transfer_id', 'is not', null)
    .execute();
  await trx.deleteFrom('statement_line').where('import_id', '=', importId).execute();
  await closeTask(trx, { kind: 'statement', subjectId: importId }, by.now);
  return { lines: lines.length };
}
