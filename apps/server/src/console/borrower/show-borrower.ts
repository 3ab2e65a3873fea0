import type { showBorrower as showBorrowerCall } from '@hiram/contract/console/borrower';
import { brandIn } from '../../brands/brand.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { sharedMarksOf } from '../../lending/borrowers/identity-marks.ts';
import { isCertified } from '../../lending/borrowers/profile.ts';
import { openMatters } from '../../lending/complaints/open-matters.ts';
import { named, nameOnPage } from '../access/personal-data/names.ts';
import { readsLeft } from '../access/personal-data/read-encrypted.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { readerOf } from '../lists/reader-of.ts';
import { borrowersOrders } from './borrowers-orders.ts';
import { accountsOf, consentsOf, devicesOf, erasureOf, liveSessions, notesOf } from './card-parts.ts';
import { hiddenFields } from './hidden-fields.ts';
import { loadBorrower } from './load-borrower.ts';
import { recordCard } from './record-card.ts';

/** The card of a borrower with everything that belongs to them; personal values are masked. That it was looked at is recorded. */
export const showBorrower: StaffHandler<typeof showBorrowerCall> = async (input, staffRequest) => {
  const { context, db, brand, now } = staffRequest;
  const { appContext } = context;
  const borrower = await loadBorrower(db, brand, input.borrowerId);
  const { id } = borrower;
  await recordCard(staffRequest, id);
  const ownBrand = brandIn(brandOf(appContext, borrower), 'en');
  const today = await appContext.clock.today(db, ownBrand.timeZone);
  const orders = await borrowersOrders(db, id, today);
  const isLate = orders.some(({ status }) => status === 'overdue');
  const whose = { borrowerId: id, brand: borrower.brand, place: isLate ? 'lateLoan' : 'loan' } as const;
  const name = await nameOnPage(staffRequest, whose);
  return {
    borrowerId: id,
    brand: borrower.brand,
    ...named(name),
    since: borrower.created_at.toISOString(),
    language: borrower.language ?? ownBrand.languages[0] ?? '',
    ...(borrower.blocked_reason === null ? {} : { blocked: borrower.blocked_reason }),
    ...(borrower.erased_at === null ? {} : { erasedAt: borrower.erased_at.toISOString() }),
    isCertified: await isCertified(db, id),
    fields: (await hiddenFields(db, ownBrand, borrower)).map(({ field, label, shown }) => ({
      field,
      label,
      shown,
    })),
    orders,
    accounts: await accountsOf(db, id, ownBrand),
    devices: await devicesOf(db, id),
    consents: await consentsOf(db, id),
    shared: await sharedMarksOf(db, borrower).execute(),
    notes: await notesOf(db, id),
    ...(await erasureOf(db, id)),
    sessions: await liveSessions(db, id, now),
    matters: await openMatters(db, { borrowerId: id, ...readerOf(staffRequest, borrower.brand) }),
    readsLeft: await readsLeft(staffRequest),
  };
};
