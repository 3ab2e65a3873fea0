import { addDays, disclose, formatCents, type LocalDate, position, type Terms } from '@hiram/loan';
import { formatPercent, readableRate } from '@hiram/loan/format';
import type { Brand } from '../../brands/brand.ts';
import { lateBaseText, lateName, lateRateText } from '../../brands/texts/late-tiers.ts';
import type { Translate } from '../../brands/texts/translate.ts';

/** Days late of the example. */
const exampleDaysLate = 10;

interface Row {
  readonly text: string;
  readonly value: string;
  readonly note?: string;
}

/** The charges of late payment, then an example of their amount (TERM-04, TERM-05). */
export function lateRows(
  terms: Terms,
  {
    brand,
    translate,
    lang,
    today,
  }: Readonly<{ brand: Brand; translate: Translate; lang: string; today: LocalDate }>,
): Row[] {
  const money = (amount: number) => formatCents(amount, brand.money);
  const name = lateName(terms.lateKind, translate);
  let from = 1;
  const rows: Row[] = terms.lateTiers.map(({ untilDay, ppm }) => {
    const text =
      untilDay === undefined
        ? from === 1
          ? name
          : translate('product.late.from', { name, from })
        : from === 1
          ? translate('product.late.first', { name, to: untilDay })
          : translate('product.late.between', { name, from, to: untilDay });
    const first = from === 1;
    from = (untilDay ?? 0) + 1;
    // The example below counts days.
    const perDay =
      readableRate(ppm).days === 1
        ? []
        : [`${translate('product.late.perDay', { rate: formatPercent(ppm, lang, 4) })}.`];
    const base = first ? [translate('product.late.base', { base: lateBaseText(terms, translate) })] : [];
    const note = [...perDay, ...base].join(' ');
    return {
      text,
      value: lateRateText(ppm, translate, lang),
      ...(note === '' ? {} : { note }),
    };
  });
  if (terms.penalty > 0)
    rows.push({
      text: translate('row.penalty'),
      value: money(terms.penalty),
      note: translate('row.penaltyHow'),
    });
  const first = disclose(terms).instalments[0];
  if (!first) return rows;
  const late = position(
    terms,
    [{ kind: 'disbursed', id: 'example', seq: 1, valueDate: today }],
    addDays(today, first.day + exampleDaysLate),
  );
  rows.push({
    text: translate('product.late.example', { days: exampleDaysLate }),
    value: money(late.lateOwed + late.penaltyOwed),
    note: translate('product.late.exampleHow', { payment: money(first.payment) }),
  });
  return rows;
}
