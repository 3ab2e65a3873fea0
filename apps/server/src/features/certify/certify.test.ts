import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { certifyForm, certifyOptions, certifySave, certifySteps } from '@hiram/contract/certify';
import { confirmDetail } from '@hiram/contract/confirm';
import { identityStep } from '@hiram/contract/identity';
import { localDate } from '@hiram/loan';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { loadBrand } from '../../brands/brand.ts';
import { placeName, placesBelow } from '../../brands/markets/geography.ts';
import { checkStep } from './check-step.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const completeStep = {
  public: { fullName: 'María-José dela Cruz', nationality: 'PH', civilStatus: 'single' },
  personal: {
    birthDate: '1994-05-17',
    barangay: '00101001',
    street: '12 Mabini Street',
    permanentAddress: '1',
    idType: 'philsys',
    idNumber: '1234-5678-9012',
    fullCapacity: '1',
  },
  job: { employment: 'employed', employer: 'Luntian', monthlyIncome: '40 000', payDay: 'monthly' },
} as const;
type Group = keyof typeof completeStep;

const save = (borrower: DemoBorrower, group: string, values: Record<string, unknown>, extra: object = {}) =>
  hiram.send(certifySave, { group, values, revision: 0, ...extra }, borrower.context, { key: randomUUID() });
const formOf = async (borrower: DemoBorrower, group: Group) =>
  (await hiram.send(certifyForm, { group }, borrower.context)).data;
const valuesOf = async (borrower: DemoBorrower, group: Group) =>
  Object.fromEntries((await formOf(borrower, group)).items.map((item) => [item.code, item.value]));

test('KEY-03 RTE-06 there are five steps, and three of them let a borrower confirm a loan', async () => {
  const borrower = await hiram.borrower({ state: 'new' });
  const steps = async () => (await hiram.send(certifySteps, {}, borrower.context)).data;
  expect((await steps()).steps.map((step) => [step.group, step.state])).toEqual([
    ['public', 'todo'],
    ['personal', 'todo'],
    ['job', 'todo'],
    ['extra', 'todo'],
    ['bank', 'todo'],
  ]);
  const confirm = () => hiram.send(confirmDetail, { productId: borrower.productId }, borrower.context);
  for (const [group, values] of Object.entries(completeStep)) {
    expect((await confirm()).code).toBe('20102');
    expect((await save(borrower, group, values)).data).toEqual({ revision: 1 });
  }
  expect((await steps()).certified).toBe(true);
  expect((await confirm()).success).toBe(true);
});

test('KEY-03 a needed step names its place, with the pictures that a brand asks for among them [T2173]', async () => {
  const borrower = await hiram.borrower({ state: 'new' }, 'ph');
  const progress = async (group: Group | 'extra') =>
    (await hiram.send(certifyForm, { group }, borrower.context)).data.progress;
  expect(await progress('public')).toEqual({ no: 1, count: 4 });
  expect(await progress('job')).toEqual({ no: 3, count: 4 });
  expect(await progress('extra')).toBeUndefined();
  const { data } = await hiram.send(identityStep, {}, borrower.context);
  expect(data).toMatchObject({ progress: { no: 4, count: 4 } });
  expect(data).not.toHaveProperty('kind');
});

test('KEY-03 saved values stay when the form is sent back unchanged [T161]', async () => {
  const borrower = await hiram.borrower({ state: 'new' });
  await save(borrower, 'personal', completeStep.personal);
  const form = await formOf(borrower, 'personal');
  expect(form.revision).toBe(1);
  expect(await valuesOf(borrower, 'personal')).toMatchObject({
    idNumber: '•••• 9012',
    street: '1••• M••• S•••',
  });
  expect(form.items.find((item) => item.code === 'barangay')?.shown).toBe('••••');
  const again = { ...completeStep.personal, idNumber: '•••• 9012', street: '14 Mabini Street' };
  expect((await save(borrower, 'personal', again, { revision: 1 })).data.revision).toBe(2);
  const { rows } = await sql<{
    encrypted: Buffer;
  }>`select encrypted from borrower_profile where revision = 2`.execute(hiram.server.appContext.db);
  const stored = JSON.parse(hiram.server.appContext.cipher.decrypt(rows[0]?.encrypted ?? Buffer.alloc(0)));
  expect(stored).toMatchObject({
    idNumber: '1234-5678-9012',
    permanentAddress: true,
    street: '14 Mabini Street',
  });
  expect(rows[0]?.encrypted.includes('9012')).toBe(false);
  const history = await hiram.server.appContext.db
    .selectFrom('profile_history')
    .select(['revision', 'data_group'])
    .execute();
  expect(history).toContainEqual({ revision: 1, data_group: 'personal' });
});

test('KEY-03 of two windows that save a step one wins in full, and the other is informed', async () => {
  const borrower = await hiram.borrower({ state: 'new' });
  const answers = await Promise.all([
    save(borrower, 'public', { ...completeStep.public, fullName: 'First Window' }),
    save(borrower, 'public', { ...completeStep.public, fullName: 'Second Window', civilStatus: 'married' }),
  ]);
  expect(answers.map((answer) => answer.code).sort()).toEqual(['00', '70209']);
  const stored = await valuesOf(borrower, 'public');
  expect([stored.fullName, stored.civilStatus]).toEqual(
    answers[0]?.success ? ['F••• W•••', 'single'] : ['S••• W•••', 'married'],
  );
});

test('KEY-03 a draft is stored as typed, completes no step, and is deleted by the save', async () => {
  const borrower = await hiram.borrower({ state: 'new' });
  await save(borrower, 'job', { employer: 'Luntian', monthlyIncome: 'abc' }, { draft: 1 });
  const state = async () =>
    (await hiram.send(certifySteps, {}, borrower.context)).data.steps.find((step) => step.group === 'job')
      ?.state;
  expect(await state()).toBe('begun');
  expect(await valuesOf(borrower, 'job')).toMatchObject({
    employer: 'Luntian',
    monthlyIncome: 'abc',
    payDay: '',
  });
  await save(borrower, 'job', completeStep.job);
  expect(await state()).toBe('done');
  expect(await valuesOf(borrower, 'job')).toMatchObject({ monthlyIncome: '40000' });
});

test('KEY-03 a window with an old version stores no draft over a newer save', async () => {
  const borrower = await hiram.borrower({ state: 'new' });
  await save(borrower, 'public', { ...completeStep.public, fullName: 'First Window' });
  const stale = await save(
    borrower,
    'public',
    { ...completeStep.public, fullName: 'Second Window' },
    { draft: 1 },
  );
  expect(stale).toMatchObject({ code: '70209', field: 'revision' });
  expect((await valuesOf(borrower, 'public')).fullName).toBe('F••• W•••');
  await save(borrower, 'personal', { street: '1 Rizal Street', idNumber: '1234-5678-9012' }, { draft: 1 });
  expect(await valuesOf(borrower, 'personal')).toMatchObject({ street: '1 Rizal Street', idNumber: '' });
});

test('INFO-08 KEY-03 a person who may not borrow is informed at the field, and nothing is stored', async () => {
  const borrower = await hiram.borrower({ state: 'new' });
  for (const [group, change, code, field] of [
    ['public', { nationality: 'other' }, '70207', 'nationality'],
    ['public', { nationality: 'DE' }, '70203', 'nationality'],
    ['public', { fullName: '' }, '70201', 'fullName'],
    ['public', { fullName: '😀😀😀😀' }, '70202', 'fullName'],
    ['public', { fullName: 'a'.repeat(10_000) }, '70202', 'fullName'],
    ['public', { shoeSize: '42' }, '70204', 'shoeSize'],
    ['personal', { birthDate: '2026-02-30' }, '70205', 'birthDate'],
    ['personal', { birthDate: '17.05.1994' }, '70205', 'birthDate'],
    ['personal', { birthDate: '2999-01-01' }, '70205', 'birthDate'],
    ['personal', { birthDate: '1850-01-01' }, '70205', 'birthDate'],
    ['personal', { barangay: '00101999' }, '70208', 'barangay'],
    ['personal', { barangay: '00101' }, '70208', 'barangay'],
    ['job', { monthlyIncome: '0' }, '70202', 'monthlyIncome'],
    ['job', { monthlyIncome: 'a lot' }, '70201', 'monthlyIncome'],
    ['job', { payDay: '' }, '70201', 'payDay'],
  ] as const)
    expect([field, await save(borrower, group, { ...completeStep[group], ...change })]).toMatchObject([
      field,
      { success: false, code, field },
    ]);
  const { steps } = (await hiram.send(certifySteps, {}, borrower.context)).data;
  expect(steps.every((step) => step.state === 'todo')).toBe(true);
  expect((await save(borrower, 'bank', {})).code).toBe('70210');
  expect((await save(borrower, 'other', {})).status).toBe(400);
});

test('INFO-08 a person turns eighteen on the birthday in the lender’s time zone', () => {
  const brand = loadBrand(join(root, 'brands'), 'spec');
  const items = brand.forms.personal.items;
  const problemOn = (birthDate: string, today: string) => {
    const checked = checkStep(
      items,
      { ...completeStep.personal, birthDate },
      {},
      { country: 'PH', today: localDate(today) },
    );
    return 'rejected' in checked ? checked.rejected : 'accepted';
  };
  expect(problemOn('2008-11-21', '2026-11-20')).toBe('underAge');
  expect(problemOn('2008-11-20', '2026-11-20')).toBe('accepted');
  expect(problemOn('2008-02-29', '2026-02-28')).toBe('underAge');
  expect(problemOn('2008-02-29', '2026-03-01')).toBe('accepted');
});

test('KEY-03 RTE-06 option lists return items by kind, an enumeration’s options, and places level by level', async () => {
  const borrower = await hiram.borrower({ state: 'new' });
  const list = async (kind: string, parent?: string) =>
    (await hiram.send(certifyOptions, { kind, parent }, borrower.context)).data.list;
  expect((await list('enumeration')).map((item) => item.type)).toContain('civilStatus');
  expect(await list('enumeration', 'payDay')).toContainEqual({ type: 'weekly', name: 'Every week' });
  expect((await list('text')).map((item) => item.type)).toContain('street');
  expect((await list('day')).map((item) => item.type)).toEqual(['birthDate', 'employedSince']);
  const provinces = await list('city-select');
  expect(provinces.length).toBeGreaterThan(80);
  const cebu = provinces.find((province) => province.name === 'Cebu');
  const cities = await list('city-select', cebu?.type);
  expect(cities.length).toBeGreaterThan(40);
  expect((await list('city-select', cities[0]?.type)).length).toBeGreaterThan(3);
  for (const parent of ['nowhere', '00101001'])
    expect((await hiram.send(certifyOptions, { kind: 'city-select', parent }, borrower.context)).status).toBe(
      404,
    );
});

test('KEY-03 every barangay of the list belongs to a city, and every city to a province', () => {
  let barangays = 0;
  for (const province of placesBelow('PH', undefined) ?? [])
    for (const city of placesBelow('PH', province.code) ?? [])
      for (const place of placesBelow('PH', city.code) ?? []) {
        barangays += 1;
        if (placeName('PH', place.code) !== `${place.name}, ${city.name}, ${province.name}`)
          throw new Error(`${place.code} is not itself`);
      }
  expect(barangays).toBe(42_011);
});

test('KEY-03 for any input a step is rejected at a named item or stored exactly as cleaned [T110]', () => {
  const brand = loadBrand(join(root, 'brands'), 'spec');
  const today = localDate('2026-11-20');
  const value = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      'PH',
      '1',
      '0',
      '1994-05-17',
      '00101001',
      'single',
      'philsys',
      '40000',
      'monthly',
      'Ana Cruz',
    ),
  );
  for (const { items } of Object.values(brand.forms))
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(items.map((item) => [item.code, value])), { requiredKeys: [] }),
        (input) => {
          const values = Object.fromEntries(
            Object.entries(input).filter((entry): entry is [string, string] => entry[1] !== undefined),
          );
          const checked = checkStep(items, values, {}, { country: 'PH', today });
          if ('rejected' in checked) {
            expect(items.map((item) => item.code)).toContain(checked.field);
            return;
          }
          for (const item of items) {
            const stored = checked.values[item.code];
            if (stored === undefined) expect(item.optional).toBe(true);
            else expect([values[item.code]?.trim(), values[item.code]?.replace(/\D/g, '')]).toContain(stored);
          }
        },
      ),
      { numRuns: 300 },
    );
});

test('invalid brand forms stop the start, with one line for each error [T103]', () => {
  const brands = mkdtempSync(join(tmpdir(), 'hiram-brands-'));
  try {
    cpSync(join(root, 'brands/spec'), join(brands, 'mine'), { recursive: true });
    const file = join(brands, 'mine/forms.json');
    const forms = JSON.parse(readFileSync(file, 'utf8'));
    forms.public.items[0].rule = '([';
    forms.job.items[0].note = [];
    writeFileSync(file, JSON.stringify(forms));
    expect(() => loadBrand(brands, 'mine')).toThrow(
      /forms\.json: public\.items\.0\.rule is not a pattern\n.*job\.items\.0/,
    );
    rmSync(file);
    expect(() => loadBrand(brands, 'mine')).toThrow('brands/mine/forms.json is missing');
  } finally {
    rmSync(brands, { recursive: true });
  }
});
