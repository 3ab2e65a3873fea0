import type { confirmTotp, startTotp } from '@hiram/contract/console/staff-recovery';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { qrPath } from '../../platform/qr-path.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { isSignedByOwnKey } from './account.ts';
import { newTotp, storePendingTotp, useTotpCode } from './totp-codes.ts';

/** Starts to set up an authenticator app, after one of the person's own passkeys has signed. */
export const offerTotp: StaffHandler<typeof startTotp> = async ({ passkey }, staffRequest) => {
  const { context, db, session } = staffRequest;
  if (!(await isSignedByOwnKey(staffRequest, db, passkey))) return reject('passkeyRefused');
  const { secret, uri } = await newTotp(session.email);
  await inTransaction(db, (trx) => storePendingTotp(context, trx, session.staffId, secret));
  return { secret, qr: await qrPath(uri) };
};

export const confirmOwnTotp: StaffHandler<typeof confirmTotp> = async ({ code }, staffRequest) => {
  const { context, db, session } = staffRequest;
  const { staffId } = session;
  const isAccepted = await inTransaction(db, (trx) =>
    useTotpCode(context, trx, { staffId, isPending: true }, code),
  );
  return isAccepted ? {} : reject('codeRefused', { field: 'code' });
};
