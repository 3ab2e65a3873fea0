import type { Preview } from '@hiram/contract/console/action-calls';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import { Banner } from '../kit/Banner.tsx';

/** Shows whether the person may do it alone, and by which limit. */
export function Verdict({ preview }: { readonly preview: Preview }): ReactNode {
  const { t } = useLingui();
  const { verdict, limit, amount = 0, cost, isOwnWork, isAlwaysTwo, approvers } = preview;
  const names = approvers?.join(t` or `) ?? '';
  const { maxPerItem, maxPerDay, doneToday, secondPersonFrom, maxCostPerDay, costToday } = limit;
  const isTooDear = cost > 0 && costToday + cost > maxCostPerDay;
  if (verdict === 'alone') return null;
  const isByRule = isOwnWork || isAlwaysTwo || isTooDear;
  const day = maxPerDay !== undefined && (
    <>
      {t`Daily total without approval:`} <Money cents={maxPerDay} />, {t`done today:`}{' '}
      <Money cents={doneToday} />.
    </>
  );
  if (verdict === 'secondPerson')
    return (
      <Banner tone="warn" title={t`Needs a second person.`}>
        {isOwnWork && t`You imported this line, so another person posts it with you.`}
        {isAlwaysTwo && t`Two people always decide this.`}
        {!isOwnWork && !isAlwaysTwo && isTooDear && (
          <>
            {t`What you do alone in a day may cost the lender at most:`} <Money cents={maxCostPerDay} />,{' '}
            {t`so far today:`} <Money cents={costToday} />, {t`this:`} <Money cents={cost} />.
          </>
        )}
        {!isByRule &&
          secondPersonFrom !== undefined &&
          secondPersonFrom > 0 &&
          amount >= secondPersonFrom && (
            <>
              {t`You do less than this alone:`} <Money cents={secondPersonFrom} />.
            </>
          )}
        {!isByRule && secondPersonFrom !== undefined && amount < secondPersonFrom && day}{' '}
        {approvers && (names === '' ? t`Nobody else here may approve it.` : t`${names} may approve it.`)}
      </Banner>
    );
  return (
    <Banner tone="danger" title={t`This exceeds your limit.`}>
      {maxPerItem !== undefined && (
        <>
          {t`Max per action:`} <Money cents={maxPerItem} />.{' '}
        </>
      )}
      {day}
    </Banner>
  );
}
