import type { PromotionFacts } from '@hiram/visitor-pages/promotion-facts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { show } from '../../test/screen.tsx';
import type { PromotionActions } from './actions.ts';
import { Promotion } from './Promotion.tsx';

const cost = {
  netProceeds: 490_000,
  totalToRepay: 569_274,
  repayment: 142_318,
  financeCharge: 79_274,
  effectivePpm: 62_800,
};
const facts: PromotionFacts = {
  brand: 'ph',
  name: 'Hagdan',
  mark: '',
  scene: '',
  hand: '',
  licence: 'Hagdan Lending Corporation · CS2026-00000 · CA-0000',
  servicePhone: '+63285550177',
  otherLanguages: [{ code: 'fil', name: 'Filipino' }],
  usesSpecifiedCopy: false,
  mobile: { pattern: '^09\\d{9}$', max: 11, start: '09…' },
  money: { symbol: '₱', group: ',', decimal: '.', grouping: 'thousands' },
  template: {
    id: '1-steps',
    headline: 'Repay in clear steps',
    lead: 'Apply in minutes.',
    points: [],
    picture: 'phone',
    buttonText: 'Register now',
    colours: { light: {}, dark: {} },
    form: ['mobile', 'imgValidate', 'smsCode', 'invite_code'],
    example: {
      productName: 'Baitang Loan',
      termDays: 120,
      periods: 4,
      dailyPpm: 1_800,
      costs: [
        { amount: 200_000, ...cost },
        { amount: 500_000, ...cost },
        { amount: 2_500_000, ...cost },
      ],
      shown: 1,
    },
  },
  unknownTemplate: false,
  plainUrl: '',
  download: { play: '', apk: '', appStore: '', app: '', code: '' },
  agreement: { title: '', html: '' },
};

function actions(): PromotionActions {
  const success = { ok: true, code: '0', message: '' } as const;
  const done = async () => ({ ...success, data: {} });
  return {
    template: async () => undefined,
    visitorId: async () => 'v1',
    captchaUrl: () => 'data:,',
    clicked: vi.fn(),
    sendCode: vi.fn(done),
    register: vi.fn(done),
    solveChallenge: async () => ({ ...success, data: { captchaText: '' } }),
    download: vi.fn(),
  };
}

test('PROM-04 the headline names the slider’s product with its range, and the slogan follows [T1149]', () => {
  show(<Promotion facts={facts} actions={actions()} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Baitang Loan: ₱2,000 to ₱25,000');
  expect(screen.getByText('Repay in clear steps')).toBeTruthy();
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('₱5,000.00');
});

test('the example’s payments add up to what is repaid: the last one bears the rounding [T3454]', () => {
  show(<Promotion facts={facts} actions={actions()} />);
  const example = screen.getByRole('region', { name: 'Example' });
  expect(example.textContent).toContain('4 payments of ₱1,423.18, the last ₱1,423.20');
  expect(example.textContent).toContain('repay ₱5,692.74');
});

test('a landing page leads to itself in the brand’s other languages [T2742]', () => {
  show(<Promotion facts={facts} actions={actions()} />);
  const link = screen.getByRole('link', { name: 'Filipino' });
  expect(link.getAttribute('href')).toMatch(/^\/promotion\?lang=fil&templateId=1-steps&appName=ph&/);
});

test('PROM-05 PROM-06 a code takes number and picture alone; what is missing is said at its field', async () => {
  const page = actions();
  show(<Promotion facts={facts} actions={page} />);
  const get = screen.getByRole('button', { name: 'Get code' });
  await userEvent.click(get);
  const mobile = screen.getByLabelText('Mobile number');
  await waitFor(() => expect(mobile.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(mobile);
  await userEvent.type(mobile, '09171845566');
  await userEvent.click(get);
  const captcha = screen.getByLabelText('Characters in the picture');
  await waitFor(() => expect(captcha.getAttribute('aria-invalid')).toBe('true'));
  expect(page.sendCode).not.toHaveBeenCalled();
  await userEvent.type(captcha, 'AB3D');
  await userEvent.click(get);
  await waitFor(() =>
    expect(page.sendCode).toHaveBeenCalledWith({
      phone: '09171845566',
      captchaText: 'AB3D',
      visitorId: 'v1',
    }),
  );
});

test('PROM-13 a registration sends every typed value, the invite code too', async () => {
  const page = actions();
  show(<Promotion facts={facts} actions={page} />);
  await userEvent.type(screen.getByLabelText('Mobile number'), '09171845566');
  await userEvent.type(screen.getByLabelText('Characters in the picture'), 'AB3D');
  await userEvent.type(screen.getByLabelText('SMS code'), '123456');
  await userEvent.type(screen.getByLabelText(/^Invite code/), 'ANA7');
  await userEvent.click(screen.getByRole('button', { name: 'Register now' }));
  await waitFor(() =>
    expect(page.register).toHaveBeenCalledWith({
      phone: '09171845566',
      captchaText: 'AB3D',
      visitorId: 'v1',
      smsCode: '123456',
      inviteCode: 'ANA7',
      templateId: '1-steps',
    }),
  );
});

test('PROM-10 that a code is on its way is said at its field [T2303]', async () => {
  show(<Promotion facts={facts} actions={actions()} />);
  await userEvent.type(screen.getByLabelText('Mobile number'), '09171845566');
  await userEvent.type(screen.getByLabelText('Characters in the picture'), 'AB3D');
  await userEvent.click(screen.getByRole('button', { name: 'Get code' }));
  const said = await screen.findByText('The code is on its way to your phone.');
  const register = screen.getByRole('button', { name: 'Register now' });
  expect(said.compareDocumentPosition(register)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
