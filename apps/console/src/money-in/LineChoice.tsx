import { formatCents } from '@hiram/loan';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { SelectField } from '../kit/controls/Field.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import type { FittingLine } from './claim.ts';

interface Props {
  readonly lines: readonly FittingLine[];
  readonly chosen: string | undefined;
  readonly onChoose: (lineId: string) => void;
}

/** The line of the bank's statements that a claim is compared with, if there are several that may be it. */
export function LineChoice({ lines, chosen, onChoose }: Props): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const { money } = useBrandFormat();
  if (lines.length === 0)
    return (
      <p className={kit.muted}>
        {t`No imported line has this reference, and no other one this amount within three days.`}
      </p>
    );
  // Nothing is to be chosen beside the one line that names the claim and has its amount.
  const named = lines.filter(({ fits }) => fits.reference);
  const [only] = named;
  if (named.length === 1 && only?.lineId === chosen && only?.fits.amount) return null;
  return (
    <SelectField
      label={t`The bank’s line`}
      value={chosen ?? ''}
      options={[
        ...(chosen === undefined ? [{ value: '', label: t`choose a line` }] : []),
        ...lines.map(({ lineId, lineNo, file, bookedOn, reference, amount, isUsed }) => ({
          value: lineId,
          label: [
            t`line ${lineNo}`,
            dates.day(bookedOn),
            reference || t`without a reference`,
            formatCents(amount, money),
            isUsed ? t`used` : file,
          ].join(' · '),
          disabled: isUsed,
        })),
      ]}
      onChange={onChoose}
    />
  );
}
