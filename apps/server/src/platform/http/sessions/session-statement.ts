import type { BorrowerId, SessionId } from '@hiram/contract/ids';
import type { PlannedStatement } from '../../database/statements/statements.ts';

/**
 * A call's query together with its session, in the same statement. `columns` and `joins` may use `session.borrower_id` and the
 * values from `$2` on. Their names must not begin with `session_`.
 */
export interface WithSession {
  readonly name: string;
  readonly columns: string;
  readonly joins: string;
}

/** The session and its borrower. */
export interface SessionRow {
  readonly session_id: SessionId;
  readonly session_borrower: BorrowerId;
  readonly session_brand: string;
  readonly session_phone: string;
  readonly session_device: string | null;
  readonly session_expires_at: Date;
  readonly session_used_at: Date;
  readonly session_revoked_at: Date | null;
  readonly session_app_proof: Buffer | null;
  readonly session_page_proof: Buffer | null;
  readonly session_offset_days: number;
}

export const sessionOnly: WithSession = { name: 'session', columns: '', joins: '' };
const statements = new Map<WithSession, PlannedStatement>();

/** The statement that reads the session of a token's hash (`$1`), and what a call reads with it. */
export function statementWithSession(more: WithSession): PlannedStatement {
  const known = statements.get(more);
  if (known) return known;
  const statement = {
    name: more.name,
    text: `select session.id as session_id, borrower.id as session_borrower, borrower.brand as session_brand,
      borrower.phone as session_phone, session.device_id as session_device, session.expires_at as session_expires_at,
      session.used_at as session_used_at, session.revoked_at as session_revoked_at,
      session.app_proof as session_app_proof, session.page_proof as session_page_proof,
      (select offset_days from business_clock) as session_offset_days ${more.columns && `, ${more.columns}`}
      from session join borrower on borrower.id = session.borrower_id ${more.joins}
      where session.token_hash = $1`.replace(/\s+/g, ' '),
  };
  statements.set(more, statement);
  return statement;
}
