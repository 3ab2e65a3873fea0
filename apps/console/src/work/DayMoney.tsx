import { countMoneyIn } from '@hiram/contract/console/money-in';
import { showMoneyOut } from '@hiram/contract/console/money-out';
import { formatPercent } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, Money } from '../app/cells.tsx';
import { hasRight, type Person } from '../app/person.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { StripCell } from './StripCell.tsx';

/** The day's money of one brand, as far as the person may see it. Its calls are loaded for those alone who may. */
export default function DayMoney({
  person,
  brand,
}: {
  readonly person: Person;
  readonly brand: string;
}): ReactNode {
  return (
    <>
      {hasRight(person, 'moneyIn.read', brand) && <Statement brand={brand} />}
      {hasRight(person, 'moneyOut.read', brand) && <Ceiling brand={brand} />}
    </>
  );
}

function Statement({ brand }: { readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const { data } = useStaffCall(countMoneyIn, {}, brand);
  const account = data?.accounts.find(({ lastBookedOn }) => lastBookedOn !== undefined);
  return (
    <StripCell label={t`Bank’s statement to`} value={<Day on={account?.lastBookedOn} />}>
      {account && `${account.name} ${account.number}`}
    </StripCell>
  );
}

function Ceiling({ brand }: { readonly brand: string }): ReactNode {
  const { t, i18n } = useLingui();
  const { data } = useStaffCall(showMoneyOut, {}, brand);
  if (!data) return null;
  const { amount, maxAmount } = data.day;
  const percent = (of: number) => formatPercent(Math.round((100 * amount) / of) * 10_000, i18n.locale, 0);
  return (
    <StripCell
      label={t`Handed over today`}
      value={maxAmount === undefined ? <Money cents={amount} /> : percent(maxAmount)}
    >
      {maxAmount === undefined ? (
        t`no limit is set`
      ) : (
        <>
          <Money cents={amount} /> {t`of`} <Money cents={maxAmount} />
        </>
      )}
    </StripCell>
  );
}
