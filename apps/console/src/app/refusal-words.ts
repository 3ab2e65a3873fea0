import { useLingui } from '@lingui/react/macro';

/** The words of the reasons why a borrower may not be contacted, by the name of the reason. */
export function useRefusalWords(): (name: string) => string {
  const { t } = useLingui();
  const refusals: Readonly<Record<string, string>> = {
    dispute: t`complaint`,
    hardship: t`hardship`,
    arrangement: t`arrangement kept`,
    promise: t`promise open`,
    counsel: t`counsel`,
    deceased: t`deceased`,
    erasure: t`erasure asked`,
    wrongPerson: t`wrong person`,
    doNotCall: t`do not call`,
    lawHours: t`outside the hours of the law`,
    lawDay: t`no calls on this day by law`,
    brandHours: t`outside calling hours`,
    brandDay: t`no calls on this day`,
    dayCap: t`attempts of today used up`,
    weekCap: t`attempts of the week used up`,
  };
  return (name) => refusals[name] ?? name;
}
