import type { LocalDate } from '@hiram/loan';
import type { BorrowerRequest } from '../../api/serve.ts';
import { readProfile } from '../../lending/borrowers/profile.ts';
import {
  type AgreementView,
  agreementBody,
  disclosureStatement,
  viewToken,
} from '../../lending/origination/agreements/agreements.ts';
import type { Offer } from '../../lending/origination/apply.ts';

/** The time for which an agreement that names the borrower can be opened before the application. */
const namedLinkMs = 24 * 3_600_000;

/** The disclosure statement of an offer as of `today`, with the borrower's name. */
export function statementOf(
  { terms, product, validThrough }: Offer,
  { brand, translate }: BorrowerRequest,
  { today, name }: { readonly today: LocalDate; readonly name: string | undefined },
) {
  return agreementBody(disclosureStatement, {
    brand,
    terms,
    productName: product.row.name,
    translate,
    from: today,
    validThrough,
    borrower: name,
  });
}

/** The borrower's certified name, for the agreement. */
export async function nameOf({ appContext, db, borrower }: BorrowerRequest): Promise<string | undefined> {
  return (await readProfile(db, appContext.cipher, borrower.id)).fullName;
}

/** An agreement with the figures of an offer. `amount` is in cents. */
type OfferedAgreement = Pick<AgreementView, 'productId' | 'amount' | 'client' | 'position' | 'from'>;

/**
 * The URL of a page that shows an agreement with these figures in the borrower's language and name. It is signed, so the figures
 * cannot be altered.
 */
export function agreementUrl(
  { appContext, borrower, lang, now }: BorrowerRequest,
  agreement: OfferedAgreement,
): string {
  const named = { borrowerId: borrower.id, until: now.getTime() + namedLinkMs };
  return `/api/agreement/${viewToken(appContext.cipher, { ...agreement, lang, named })}`;
}
