import type { showComplaint } from '@hiram/contract/console/complaint';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { cents, formatCents, localDate } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import type { TextId } from '../../brands/texts/en.ts';
import { translateToEnglish, translatorFor } from '../../brands/texts/translate.ts';

/** Templates in the order in which a complaint of each type gets them: those that fit come first. */
const templates = [
  { id: 'received', fits: [1, 2, 3, 4, 5, 6], needsDue: false },
  { id: 'receipt', fits: [4], needsDue: false },
  { id: 'charges', fits: [4], needsDue: true },
  { id: 'found', fits: [4], needsDue: true },
  { id: 'hardship', fits: [1, 4], needsDue: true },
  { id: 'conduct', fits: [1], needsDue: false },
  { id: 'privacy', fits: [5], needsDue: false },
] as const;

interface About {
  readonly complaint: { readonly type: number; readonly reference: string; readonly promised_by: string };
  /** The amount to pay today, in cents. */
  readonly due: number | undefined;
}

/** The server's texts of a borrower's language. */
export function translatorOf(brand: Brand, language: string) {
  return translatorFor(language, { specifiedCopy: markets[brand.market].specifiedCopy });
}

/** Answers that the staff begins with, in the borrower's language with the complaint's own figures. */
export function templatesFor(
  brand: Brand,
  language: string,
  { complaint, due }: About,
): StaffOutput<typeof showComplaint>['templates'] {
  const translate = translatorOf(brand, language);
  const values = {
    reference: complaint.reference,
    date: formatDate(localDate(complaint.promised_by), language),
    amount: due === undefined ? '' : formatCents(cents(due), brand.money),
  };
  const fits = (ids: readonly number[]) => ids.includes(complaint.type);
  return [...templates]
    .filter(({ needsDue }) => !needsDue || due !== undefined)
    .sort((a, b) => Number(fits(b.fits)) - Number(fits(a.fits)))
    .map(({ id }) => {
      const textId: TextId = `complaint.template.${id}`;
      return {
        id,
        title: translateToEnglish(`complaint.template.${id}.title`),
        text: translate(textId, values),
      };
    });
}
