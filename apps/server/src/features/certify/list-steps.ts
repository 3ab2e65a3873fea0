import type { CertifySteps, certifySteps } from '@hiram/contract/certify';
import { type DataGroup, dataGroups } from '@hiram/contract/certify-steps';
import type { Handler } from '../../api/serve.ts';
import { isCertified, neededGroups } from '../../lending/borrowers/profile.ts';
import { draftCheck, identityState } from '../../lending/identity/identity-check.ts';

/** The steps of the certification and how far each is. */
export const listSteps: Handler<typeof certifySteps> = async (_input, { db, brand, borrower, translate }) => {
  const [savedGroups, drafts, account] = await Promise.all([
    db.selectFrom('borrower_profile').select('data_group').where('borrower_id', '=', borrower.id).execute(),
    db.selectFrom('profile_draft').select('data_group').where('borrower_id', '=', borrower.id).execute(),
    db
      .selectFrom('bank_account')
      .select('id')
      .where('borrower_id', '=', borrower.id)
      .where('state', '=', 'active')
      .executeTakeFirst(),
  ]);
  const stateOf = (group: DataGroup) => {
    const done =
      group === 'bank' ? account !== undefined : savedGroups.some((row) => row.data_group === group);
    if (done) return 'done' as const;
    return drafts.some((row) => row.data_group === group) ? ('begun' as const) : ('todo' as const);
  };
  const identity = await identityState(db, borrower.id);
  const steps: CertifySteps['steps'] = dataGroups.map((group) => ({
    group,
    title: group === 'bank' ? translate('certify.bank.title') : brand.forms[group].title,
    subtitle: group === 'bank' ? translate('certify.bank.subtitle') : brand.forms[group].subtitle,
    state: stateOf(group),
    isRequired: group === 'bank' ? false : brand.forms[group].needed,
  }));
  // Before the account, which is not needed yet.
  if (identity !== 'notAsked')
    steps.splice(neededGroups.length, 0, {
      group: 'identity',
      title: translate('identity.title'),
      subtitle: translate('identity.subtitle'),
      state: identity !== 'none' ? 'done' : (await draftCheck(db, borrower.id)) ? 'begun' : 'todo',
      isRequired: true,
    });
  return {
    steps,
    certified: await isCertified(db, borrower.id),
  };
};
