import type { certifyForm } from '@hiram/contract/certify';
import { type DataGroup, dataGroups } from '@hiram/contract/certify-steps';
import type { FormItem, StepProgress } from '@hiram/contract/form';
import type { LocalDate } from '@hiram/loan';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { adultAge } from '../../brands/brand.ts';
import { asFormItem, type StepItem } from '../../brands/forms/brand-forms.ts';
import { placeName } from '../../brands/markets/geography.ts';
import { type Country, markets } from '../../brands/markets/markets.ts';
import type { Translate } from '../../brands/texts/translate.ts';
import { identityState } from '../../lending/identity/identity-check.ts';
import { isHidden, minBirthYear, shownValue } from './check-step.ts';
import { readDraft, readStep } from './stored-steps.ts';

/** A step's form, with the saved values or the draft. */
export const showForm: Handler<typeof certifyForm> = async ({ group }, requestContext) => {
  const { brand, translate } = requestContext;
  // The account has its own page and call, so its form is empty here.
  if (group === 'bank') return { items: [], title: '', revision: 0 };
  const { savedValues, revision } = await readStep(requestContext, group);
  const draft = await readDraft(requestContext, group);
  const step = brand.forms[group];
  const today = await requestContext.today();
  return {
    title: step.title,
    progress: await stepProgress(group, requestContext),
    revision,
    items: step.items.map((item) => {
      const saved = savedValues[item.code] ?? '';
      const value = draft?.[item.code] ?? shownValue(item, saved);
      return {
        ...asFormItem(
          item,
          value,
          displayText(item, { value, saved, country: markets[brand.market].country }),
        ),
        ...dayRange(item, today, translate),
      };
    }),
  };
};

/** The place of a step among those that are needed. The market `spec` names none. */
export async function stepProgress(
  group: DataGroup | 'identity',
  { db, brand, borrower }: BorrowerRequest,
): Promise<StepProgress | undefined> {
  const needed = dataGroups.filter((name) => name !== 'bank' && brand.forms[name].needed);
  const no = group === 'identity' ? needed.length + 1 : needed.indexOf(group) + 1;
  if (no === 0 || brand.market === 'spec') return undefined;
  const count = needed.length + ((await identityState(db, borrower.id)) === 'notAsked' ? 0 : 1);
  return { no, count };
}

/** The text on the page for a value that is a code, or that is saved and not delivered. */
function displayText(
  item: StepItem,
  { value, saved, country }: { readonly value: string; readonly saved: string; readonly country: Country },
): string | undefined {
  if (value === '' && saved !== '' && isHidden(item)) return '••••';
  return item.cate === 'citySelect' ? placeName(country, value) : undefined;
}

/** The range of an item's days. A birth date is one of an adult, and its lists open where most borrowers find theirs. */
function dayRange(
  { check, ruleText }: StepItem,
  today: LocalDate,
  translate: Translate,
): Pick<FormItem, 'dayMin' | 'dayMax' | 'dayStart' | 'ruleText'> {
  if (check === 'past') return { dayMin: `${minBirthYear}-01-01`, dayMax: today };
  if (check !== 'adult') return {};
  return {
    dayMin: `${minBirthYear}-01-01`,
    dayMax: `${Number(today.slice(0, 4)) - adultAge}${today.slice(4)}`,
    dayStart: '1995-01-01',
    ruleText: ruleText ?? translate('rejection.underAge', { age: adultAge }),
  };
}
