import type { StaffId } from '@hiram/contract/ids';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { ConsoleContext } from '../access/console-context.ts';

/** Seconds of a code, and the steps around now whose code is accepted: the clocks of phones differ. */
const period = 30;
const window = 1;
const settings = { algorithm: 'SHA1', digits: 6, period } as const;

/** The library is loaded when somebody needs it. */
const loadOtp = () => import('otpauth');

/** A new secret of 160 bits in base 32, and the address that an authenticator app reads from a QR code. */
export async function newTotp(email: string): Promise<{ readonly secret: string; readonly uri: string }> {
  const { Secret, TOTP } = await loadOtp();
  const secret = new Secret({ size: 20 });
  const totp = new TOTP({ ...settings, issuer: 'Hiram console', label: email, secret });
  return { secret: secret.base32, uri: totp.toString() };
}

/** The step, counted from 1970 in periods, to which a code belongs; undefined: to none around now. */
async function stepOfCode(secret: string, code: string, now: Date): Promise<number | undefined> {
  const { Secret, TOTP } = await loadOtp();
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** Stores a secret that no code has confirmed yet. */
export async function storePendingTotp(
  { appContext }: ConsoleContext,
  trx: Db,
  staffId: StaffId,
  secret: string,
): Promise<void> {
  const pending = { pending_encrypted: appContext.cipher.encrypt(secret) };
  await trx
    .insertInto('staff_totp')
    .values({ staff_id: staffId, ...pending })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(pending))
    .execute();
}

/**
 * Uses a code of a person: of the pending secret, which it confirms, or of the confirmed one. Each code counts once. Returns
 * whether it was accepted. Concurrent codes of one person wait for each other.
 */
export async function useTotpCode(
  { appContext }: ConsoleContext,
  trx: Db,
  { staffId, isPending }: { readonly staffId: StaffId; readonly isPending: boolean },
  code: string,
): Promise<boolean> {
  const now = appContext.clock.now();
  const row = await trx
    .selectFrom('staff_totp')
    .selectAll()
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirst();
  const encrypted = isPending ? row?.pending_encrypted : row?.secret_encrypted;
  if (!row || !encrypted) return false;
  const step = await stepOfCode(appContext.cipher.decrypt(encrypted), code, now);
  if (step === undefined || step <= row.last_step) return false;
  await trx
    .updateTable('staff_totp')
    .set({
      last_step: step,
      ...(isPending ? { secret_encrypted: encrypted, pending_encrypted: null, set_up_at: now } : {}),
    })
    .where('staff_id', '=', staffId)
    .execute();
  return true;
}
