import type { certifyForm } from '@hiram/contract/certify';
import type { Handler } from '../../api/serve.ts';
import { asFormItem } from '../../brands/forms/brand-forms.ts';
import { placeName } from '../../brands/markets/geography.ts';
import { markets } from '../../brands/markets/markets.ts';
import { masked } from './check-step.ts';
import { readDraft, readStep } from './stored-steps.ts';

/** A step's form, with the saved values or the draft. */
export const showForm: Handler<typeof certifyForm> = async ({ group }, requestContext) => {
  const { brand } = requestContext;
  // The account has its own page and call, so its form is empty here.
  if (group === 'bank') return { items: [], title: '', revision: 0 };
  const { savedValues, revision } = await readStep(requestContext, group);
  const draft = await readDraft(requestContext, group);
  const step = brand.forms[group];
  return {
    title: step.title,
    revision,
    items: step.items.map((item) => {
      const saved = savedValues[item.code] ?? '';
      const value = draft?.[item.code] ?? (item.masked ? masked(saved) : saved);
      return asFormItem(
        item,
        value,
        item.cate === 'citySelect' ? placeName(markets[brand.market].country, value) : undefined,
      );
    }),
  };
};
