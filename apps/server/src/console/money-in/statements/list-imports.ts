import type { listImports, undoImport } from '@hiram/contract/console/bank-statement';
import { sql } from 'kysely';
import { isRecognised } from '../../../lending/payments/statements/statement-lines.ts';
import { undoImport as undo } from '../../../lending/payments/statements/undo-import.ts';
import { inTransaction } from '../../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../../platform/errors/rejection.ts';
import { knownId } from '../../../platform/ids.ts';
import type { StaffHandler } from '../../access/serve-staff.ts';

const maxImports = 10;

/** The brand's newest imports, with what can still be undone. */
export const showImports: StaffHandler<typeof listImports> = async (_input, { db, brand }) => {
  const rows = await db
    .selectFrom('statement_import')
    .innerJoin('staff', 'staff.id', 'statement_import.imported_by')
    .select([
      'statement_import.id',
      'account',
      'file_name',
      'imported_at',
      'staff.name',
      'added',
      'undone_at',
      sql<string>`coalesce((select sum(amount) from statement_line where import_id = statement_import.id), 0)`.as(
        'amount',
      ),
      sql<boolean>`exists (select from statement_line where import_id = statement_import.id
        and num_nonnulls(transfer_id, payment_id, set_aside_by) > 0 and not ${isRecognised})`.as('is_used'),
    ])
    .where('brand', '=', brand)
    .orderBy('statement_import.id', 'desc')
    .limit(maxImports)
    .execute();
  return {
    imports: rows.map((row) => ({
      importId: row.id,
      account: row.account,
      file: row.file_name,
      importedAt: row.imported_at.toISOString(),
      by: row.name,
      added: row.added,
      amount: Number(row.amount),
      state:
        row.undone_at !== null ? ('undone' as const) : row.is_used ? ('used' as const) : ('open' as const),
    })),
  };
};

/** Undoes an import of which nobody has used a line. */
export const undoFile: StaffHandler<typeof undoImport> = async ({ importId }, request) => {
  const { db, brand, now, session } = request;
  const undone = await inTransaction(db, (trx) =>
    undo(trx, brand, knownId(importId), { staffId: session.staffId, now }),
  );
  if (undone === 'importMissing') throw new NotFound('no import of the brand');
  return typeof undone === 'string' ? reject(undone) : undone;
};
