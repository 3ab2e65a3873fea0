import { listPayouts } from '@hiram/contract/console/money-out';
import { chooseColumns, listViews, removeView, saveView } from '@hiram/contract/console/view';
import { expect, test } from 'vitest';
import { type StaffMember, staffMember } from '../../../test/support/console/console.ts';
import { setUpHiram, setUpStaffMember } from '../../../test/support/processes/set-up.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });
const cashier = setUpStaffMember(hiram, 'cashier ph');
const controller = setUpStaffMember(hiram, 'controller ph');
const ph = { brand: 'ph' };

const view = { list: 'money-out', name: 'Large ones', query: 'amount=500-', isShared: false };
const seenBy = async ({ browser }: StaffMember, options = ph) =>
  (await browser.send(listViews, { list: view.list }, options)).data;

test('a view is its person’s; a shared one is the team’s, of its brand, by whoever may share [T1061]', async () => {
  await cashier.browser.send(saveView, view, ph);
  await cashier.browser.send(saveView, { ...view, query: 'amount=900-' }, ph);
  expect((await seenBy(cashier)).views).toMatchObject([{ query: 'amount=900-', isOwn: true }]);
  expect((await seenBy(controller)).views).toEqual([]);
  expect((await cashier.browser.send(saveView, { ...view, isShared: true }, ph)).right).toBe('view.share');

  const shared = { ...view, name: 'Of the team', isShared: true };
  const { data } = await controller.browser.send(saveView, shared, ph);
  expect((await seenBy(cashier)).views.map(({ name, by }) => [name, by])).toEqual([
    ['Large ones', cashier.name],
    ['Of the team', controller.name],
  ]);
  const foreign = await staffMember(hiram, 'cashier spec');
  expect((await seenBy(foreign, { brand: 'spec' })).views).toEqual([]);
  expect((await foreign.browser.send(listViews, { list: view.list }, ph)).right).toBe('view.save');
  expect((await cashier.browser.send(removeView, data, ph)).status).toBe(404);
  expect((await controller.browser.send(removeView, data, ph)).success).toBe(true);
});

test('columns are kept per person; a view of a colleague widens no right [T1062]', async () => {
  await cashier.browser.send(chooseColumns, { list: view.list, columns: ['amount', 'order'] }, ph);
  expect((await seenBy(cashier)).columns).toEqual(['amount', 'order']);
  expect((await seenBy(controller)).columns).toBeUndefined();
  await cashier.browser.send(chooseColumns, { list: view.list }, ph);
  expect((await seenBy(cashier)).columns).toBeUndefined();
  await controller.browser.send(saveView, { ...view, isShared: true }, ph);
  const support = await staffMember(hiram, 'support ph');
  expect((await seenBy(support)).views).toHaveLength(1);
  expect((await support.browser.send(listPayouts.page, { list: 'held' }, ph)).right).toBe('moneyOut.read');
});
