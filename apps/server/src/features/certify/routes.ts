import {
  certifyForm,
  certifyOptions,
  certifySave,
  certifySteps,
  type DataGroup,
  dataGroups,
} from '@hiram/contract/certify';
import type { Server } from '../../api/serve.ts';
import { adultAge, type Brand } from '../../brands/brand.ts';
import { asFormItem, type FormGroup } from '../../brands/forms/brand-forms.ts';
import { placeName, placesBelow } from '../../brands/markets/geography.ts';
import { markets } from '../../brands/markets/markets.ts';
import { applyBlocks } from '../../lending/borrowers/blocks.ts';
import { documentsIn, markIdentity } from '../../lending/borrowers/identity-marks.ts';
import { isCertified, saveProfile } from '../../lending/borrowers/profile.ts';
import { lockBorrower } from '../../lending/origination/apply.ts';
import type { Db } from '../../platform/database/connect.ts';
import { NotFound, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { checkStep, masked, type StepRejection, toFormValues, toStoredValues } from './check-step.ts';

/** Maximum length of a draft, as JSON. Drafts are not checked; longer ones are not saved. */
const maxDraftLength = 20_000;

/** Certification (KEY-03, RTE-06): the server delivers the forms, checks the values again and stores them encrypted. */
export function certifyRoutes({ serve, appContext }: Server): void {
  serve(certifySteps, async (_input, { db, brand, borrower, translate }) => {
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
    return {
      steps: dataGroups.map((group) => ({
        group,
        title: group === 'bank' ? translate('certify.bank.title') : brand.forms[group].title,
        subtitle: group === 'bank' ? translate('certify.bank.subtitle') : brand.forms[group].subtitle,
        state: stateOf(group),
        needed: group === 'bank' ? false : brand.forms[group].needed,
      })),
      certified: await isCertified(db, borrower.id),
    };
  });

  serve(certifyForm, async ({ group }, { db, brand, borrower }) => {
    // The account has its own page and call, so its form is empty here.
    if (group === 'bank') return { items: [], title: '', revision: 0 };
    const { savedValues, revision } = await readStep(db, borrower.id, brand, group);
    const draft = await readDraft(db, borrower.id, group);
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
  });

  serve(certifySave, async ({ group, values, revision, draft }, { db, brand, borrower, now, translate }) => {
    if (group === 'bank') return reject('notThisForm', { field: 'group' });
    const { items } = brand.forms[group];
    if (draft === 1) {
      const unknown = Object.keys(values).find((code) => !items.some((item) => item.code === code));
      if (unknown !== undefined) return reject('unknownItem', { field: unknown });
      // Saves no draft of an outdated form: it would hide the newer values.
      const { revision: current } = await readStep(db, borrower.id, brand, group);
      if (revision !== current) return reject('changedElsewhere', { field: 'revision' });
      // Masked values are not stored in a draft, which returns values in full.
      const unmasked = Object.entries(values).filter(
        ([code]) => !items.find((item) => item.code === code)?.masked,
      );
      await saveDraft(db, borrower.id, group, Object.fromEntries(unmasked), now);
      return { revision };
    }
    const { country } = markets[brand.market];
    const today = await appContext.clock.today(db, brand.timeZone);
    // Serializes parallel saves, so that the second one is rejected as outdated.
    await lockBorrower(db, borrower.id);
    const { savedValues } = await readStep(db, borrower.id, brand, group);
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
    const saved = await saveProfile(db, appContext.cipher, borrower.id, group, data, now, revision);
    if (saved === undefined)
      return reject('changedElsewhere', { field: 'revision', text: translate('rejection.changedElsewhere') });
    await markIdentity(db, appContext, borrower, 'document', documentsIn(brand, data));
    await applyBlocks(db, appContext, brand, borrower.id);
    await db
      .deleteFrom('profile_draft')
      .where('borrower_id', '=', borrower.id)
      .where('data_group', '=', group)
      .execute();
    return { revision: saved };
  });

  serve(certifyOptions, async ({ kind, parent }, { brand }) => {
    if (kind === 'city-select') {
      const places = placesBelow(markets[brand.market].country, parent);
      if (!places) throw new NotFound('place');
      return {
        list: places.map(({ code, name, also }) => ({ type: code, name, ...(also ? { also } : {}) })),
      };
    }
    const items = Object.values(brand.forms).flatMap((step) => step.items);
    if (parent !== undefined && parent !== '') {
      const item = items.find((candidate) => candidate.code === parent && candidate.cate === 'enum');
      if (!item || kind !== 'enumeration') throw new NotFound('item');
      return { list: item.note.map(([type, name]) => ({ type, name })) };
    }
    const cate = kind === 'enumeration' ? 'enum' : kind;
    return {
      list: items.filter((item) => item.cate === cate).map((item) => ({ type: item.code, name: item.title })),
    };
  });

  async function readStep(
    db: Db,
    borrowerId: string,
    brand: Brand,
    group: FormGroup,
  ): Promise<{ savedValues: Record<string, string>; revision: number }> {
    const row = await db
      .selectFrom('borrower_profile')
      .select(['encrypted', 'revision'])
      .where('borrower_id', '=', borrowerId)
      .where('data_group', '=', group)
      .executeTakeFirst();
    if (!row) return { savedValues: {}, revision: 0 };
    const data: Record<string, unknown> = JSON.parse(appContext.cipher.decrypt(row.encrypted));
    return { savedValues: toFormValues(brand.forms[group].items, data), revision: row.revision };
  }

  async function readDraft(
    db: Db,
    borrowerId: string,
    group: FormGroup,
  ): Promise<Record<string, string> | undefined> {
    const row = await db
      .selectFrom('profile_draft')
      .select('encrypted')
      .where('borrower_id', '=', borrowerId)
      .where('data_group', '=', group)
      .executeTakeFirst();
    return row ? JSON.parse(appContext.cipher.decrypt(row.encrypted)) : undefined;
  }

  async function saveDraft(
    db: Db,
    borrowerId: string,
    group: FormGroup,
    values: Readonly<Record<string, string>>,
    now: Date,
  ): Promise<void> {
    const text = JSON.stringify(values);
    if (text.length > maxDraftLength) return;
    const row = { encrypted: appContext.cipher.encrypt(text), updated_at: now };
    await db
      .insertInto('profile_draft')
      .values({ borrower_id: borrowerId, data_group: group, ...row })
      .onConflict((conflict) => conflict.columns(['borrower_id', 'data_group']).doUpdateSet(row))
      .execute();
  }
}
