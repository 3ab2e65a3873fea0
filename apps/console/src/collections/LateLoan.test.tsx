import { listLateLoans, showLateLoan } from '@hiram/contract/console/collections';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import { LateLoan } from './LateLoan.tsx';
import { LateLoans } from './LateLoans.tsx';

const orderId = '01a1faab-728d-71e6-bd97-000000000001';
const person = { rights: [], brands: [] } as never;
const loan = {
  orderId,
  borrowerId: '01a1faab-728d-71e6-bd97-0000000000b1',
  name: 'Mila Valdez',
  product: 'Baitang Loan',
  bucket: 'days1',
  daysLate: 2,
  due: 285_585,
  owed: 1_139_496,
  expected: 100_000,
  may: { ok: false, why: 'brandHours', from: '2026-11-29T00:00:00.000Z' },
};
const list = { today: '2026-11-29', counts: [], products: [], agencies: [], collectors: [], isLast: true };

function open(more: object): void {
  answer(listLateLoans, { ...list, rows: [loan] });
  answer(showLateLoan, {
    ...loan,
    brand: 'ph',
    today: '2026-11-29',
    dueDate: '2026-11-27',
    perDay: 474,
    saves: 3_320,
    instalments: [{ no: 1, dueDate: '2026-11-27', unpaid: 284_637, daysLate: 2, late: 948 }],
    payments: [],
    contacts: [],
    attempts: { today: 0, week: 0, mostToday: 3, mostWeek: 7 },
    promises: [],
    stops: [],
    matters: { complaints: [], waiting: [], requests: [], reviews: [], holds: [], hits: [] },
    hours: { from: 8, until: 20, zone: 'Asia/Manila' },
    script: ['Good day.'],
    language: 'en',
    ...more,
  });
  show(<LateLoan person={person} brand="ph" params={{ orderId }} />);
}

test('a late loan names what ends it today, or the day from which it may be paid off [T3495]', async () => {
  open({ payoff: 557_572 });
  expect((await screen.findByText('Owed today')).parentElement?.textContent).toMatch(
    /^Owed today₱11,394\.96all payments to come; ₱5,575\.72 pays it off today, ₱5,819\.24 less/,
  );
  cleanup();
  open({ payoffFrom: '2026-12-12' });
  const tile = (await screen.findByText('Owed today')).parentElement;
  expect(tile?.textContent).toBe('Owed today₱11,394.96all payments to come; payoff from Sat 12 Dec 2026');
});

test('an open complaint, a reported payment and a stop are read before the call [T2190]', async () => {
  open({
    stops: [{ kind: 'hardship', since: '2026-11-28T00:00:00.000Z' }],
    matters: {
      complaints: [
        {
          complaintId: '01a1faab-728d-71e6-bd97-0000000000c1',
          reference: 'C261129-2DPRKN',
          type: 'A payment',
          promisedBy: '2026-12-03',
        },
      ],
      waiting: [
        { kind: 'reported', orderId, amount: 570_222, at: '2026-11-28T23:10:00.000Z', reference: '0E2F5CC9' },
      ],
      requests: [],
      reviews: [],
      holds: [],
      hits: [],
    },
  });
  const banner = (await screen.findByText('Read this before you call.')).closest('[role=status]');
  expect(banner?.textContent).toMatch(/Contacts are stopped: hardship, since 28 Nov 2026, 08:00/);
  expect(banner?.textContent).toMatch(/Open complaint: A payment C261129-2DPRKN.*by 3 Dec 2026/);
  expect(banner?.textContent).toMatch(/₱5,702.22 was reported as paid 29 Nov 2026, 07:10/);
  expect(screen.getByText(/^Then ask about the complaint or the payment/)).toBeTruthy();
});

test('the page of a late loan has no two parts of one key, of which the next loan would keep one [T2257]', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  open({});
  await screen.findByText('Not before 29 Nov 2026, 08:00.');
  expect(said.mock.calls).toEqual([]);
  said.mockRestore();
});

test('a loan without an open matter begins with its figures, and says from when it may be called [T2191]', async () => {
  open({});
  expect(await screen.findByText('Not before 29 Nov 2026, 08:00.')).toBeTruthy();
  expect(screen.queryByText('Read this before you call.')).toBeNull();
  const [, row] = screen.getAllByRole('row');
  expect(row?.textContent).toBe('1 · 27 Nov 20262 days late₱2,855.85₱2,846.37 + ₱9.48 late charge');
});

test('the time until a call, which passes by the minute, is not announced [T2256]', async () => {
  const from = new Date(Date.now() + 3 * 3_600_000 - 30_000).toISOString();
  open({ may: { ok: false, why: 'brandHours', from } });
  expect((await screen.findByText(/^That is in \d/)).getAttribute('aria-live')).toBe('off');
});

test('a list of which nobody may be called yet says so once, above it [T2192]', async () => {
  const other = { ...loan, orderId: '01a1faab-728d-71e6-bd97-000000000002', name: 'Felix Soriano' };
  answer(listLateLoans, {
    ...list,
    counts: [
      { bucket: 'promiseBroken', count: 1 },
      { bucket: 'days1', count: 2 },
    ],
    rows: [loan, other],
  });
  show(<LateLoans person={person} brand="ph" params={{}} />);
  expect(await screen.findByText('Nobody may be called before 29 Nov 2026, 08:00.')).toBeTruthy();
  expect(screen.queryByText('May contact')).toBeNull();
  // The button to begin is locked until then, and says so.
  expect(screen.getByRole('button', { name: /^Call next, from 29 Nov 2026, 08:00/ })).toHaveProperty(
    'disabled',
    true,
  );
  expect(screen.getByRole('button', { name: /^All/ }).textContent).toBe('All2');
});

test('a loan whose arrangement is kept is no fault in the list, and is not to be called [T2324]', async () => {
  const kept = { ...loan, may: { ok: false, why: 'arrangement' } };
  answer(listLateLoans, { ...list, rows: [kept] });
  show(<LateLoans person={person} brand="ph" params={{}} />);
  const state = (await screen.findByText('arrangement kept: do not call')).parentElement;
  expect(state?.className).toContain('tone-plain');
  expect(screen.queryByText('2 days')).toBeNull();
});

test('the page of a loan whose arrangement is kept does not call it late in red [T2325]', async () => {
  open({ may: { ok: false, why: 'arrangement' } });
  const state = (await screen.findByText('arrangement kept: do not call')).parentElement;
  expect(state?.className).toContain('tone-plain');
});

test('a row below “Promise broken” says that the borrower promised again [T2326]', async () => {
  const again = { ...loan, bucket: 'promiseBroken', may: { ...loan.may, why: 'promise' } };
  answer(listLateLoans, { ...list, rows: [again, { ...loan, orderId: orderId.replace(/1$/, '2') }] });
  show(<LateLoans person={person} brand="ph" params={{}} />);
  expect(await screen.findByText('promised again')).toBeTruthy();
  expect(screen.queryByText('promise open')).toBeNull();
});

test('as many rows say that a promise was broken as its queue counts, also those to ask first about [T3500]', async () => {
  const broken = { ...loan, bucket: 'promiseBroken', may: { ok: true } };
  const open = { complaints: 1, waiting: 0, requests: [] };
  answer(listLateLoans, {
    ...list,
    counts: [
      { bucket: 'promiseBroken', count: 2 },
      { bucket: 'days1', count: 2 },
    ],
    rows: [broken, { ...broken, orderId: orderId.replace(/1$/, '2'), open }],
  });
  show(<LateLoans person={person} brand="ph" params={{}} />);
  expect(await screen.findByRole('button', { name: 'Promise broken 2' })).toBeTruthy();
  const rows = within(screen.getByRole('table')).getAllByText('Promise broken');
  expect(rows.map((state) => state.closest('tr')?.textContent)).toHaveLength(2);
  expect(screen.getByText('First: a promise was due')).toBeTruthy();
});

test('a row says which payment is not matched yet and that a complaint is open, below those to call first [T2580]', async () => {
  const free = { ...loan, orderId: orderId.replace(/1$/, '2'), may: { ok: true } };
  const open = { ...loan, may: { ok: true }, open: { complaints: 1, waiting: 570_222, requests: [] } };
  answer(listLateLoans, {
    ...list,
    counts: [
      { bucket: 'days1', count: 2 },
      { bucket: 'days91', count: 0 },
    ],
    rows: [free, open],
  });
  show(<LateLoans person={person} brand="ph" params={{}} />);
  const row = (await screen.findByText('complaint open')).closest('tr');
  expect(row?.textContent).toContain('payment not matched yet: ₱5,702.22');
  expect(row?.previousElementSibling?.textContent).toMatch(/^Ask first/);
  // A queue without loans is no tab.
  expect(screen.queryByRole('button', { name: /^Over 90/ })).toBeNull();
});
