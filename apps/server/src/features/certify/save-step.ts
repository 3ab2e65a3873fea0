import type { CallInput } from '@hiram/contract/call';
import type { certifySave } from '@hiram/contract/certify';
import type { BorrowerRequest, Handler } from '../../api/serve.ts';
import { adultAge } from '../../brands/brand.ts';
import type { FormGroup } from '../../brands/forms/brand-forms.ts';
import { markets } from '../../brands/markets/markets.ts';
import { applyBlocks } from '../../lending/borrowers/blocks.ts';
import { lockBorrower } from '../../lending/borrowers/borrower-store.ts';
import { markCertified } from '../../lending/borrowers/identity-marks.ts';
import { certifiedValues, saveProfile } from '../../lending/borrowers/profile.ts';
import { noteAnswer } from '../../lending/loans/review-queue.ts';
import { type Rejection, reject } from '../../platform/errors/rejection.ts';
import { checkStep, type StepRejection, toStoredValues } from './check-step.ts';
import { deleteDraft, readStep, saveDraft } from './stored-steps.ts';

type StepInput = CallInput<typeof certifySave>;

/** Saves a step of the certification: its checked values, or a draft. */
export const saveStep: Handler<typeof certifySave> = async (input, requestContext) => {
  const { group } = input;
  if (group === 'bank') return reject('notThisForm', { field: 'group' });
  return input.draft ? storeDraft(input, group, requestContext) : saveValues(input, group, requestContext);
};

async function storeDraft(
  { values, revision }: StepInput,
  group: FormGroup,
  requestContext: BorrowerRequest,
) {
  const { items } = requestContext.brand.forms[group];
  const unknown = Object.keys(values).find((code) => !items.some((item) => item.code === code));
  if (unknown !== undefined) return reject('unknownItem', { field: unknown });
  // Saves no draft of an outdated form: it would hide the newer values.
  const { revision: current } = await readStep(requestContext, group);
  if (revision !== current) return reject('changedElsewhere', { field: 'revision' });
  // Masked values are not stored in a draft, which returns values in full.
  const unmasked = Object.entries(values).filter(
    ([code]) => !items.find((item) => item.code === code)?.masked,
  );
  await saveDraft(requestContext, group, Object.fromEntries(unmasked));
  return { revision };
}

async function saveValues(
  { values, revision }: StepInput,
  group: FormGroup,
  requestContext: BorrowerRequest,
) {
  const { appContext, db, brand, borrower, now, translate } = requestContext;
  const { items } = brand.forms[group];
  const { country } = markets[brand.market];
  const today = await requestContext.today();
  // Serializes parallel saves, so that the second one is rejected as outdated.
  await lockBorrower(db, borrower.id);
  const { savedValues } = await readStep(requestContext, group);
  const checked = checkStep(items, values, savedValues, { country, today });
  if ('rejected' in checked) {
    const rejected: Rejection<StepRejection> = reject(checked.rejected, {
      field: checked.field,
      values: { title: checked.title, age: adultAge, country },
      ...(checked.text === undefined ? {} : { text: checked.text }),
    });
    return rejected;
  }
  const data = toStoredValues(items, checked.values);
  const saved = await saveProfile(db, appContext.cipher, {
    borrowerId: borrower.id,
    group,
    data,
    now,
    deviceId: requestContext.context.deviceId,
    revision,
  });
  if (saved === undefined)
    return reject('changedElsewhere', { field: 'revision', text: translate('rejection.changedElsewhere') });
  await markCertified(db, appContext, brand, {
    borrowerId: borrower.id,
    values: await certifiedValues(db, appContext.cipher, borrower.id),
  });
  await noteAnswer(db, borrower.id, now);
  await applyBlocks(db, appContext, brand, borrower.id);
  await deleteDraft(requestContext, group);
  return { revision: saved };
}
