import { settings } from '../app/settings/settings.ts';
import type { LoanTyped } from './loan-typed.ts';

const nothing: LoanTyped = { principal: '', rate: '', tenure: '' };
const examples: Readonly<Partial<Record<typeof settings.market, LoanTyped>>> = {
  ph: { principal: '5,000', rate: '64.8', tenure: '4' },
  in: { principal: '15,000', rate: '28.8', tenure: '6' },
  id: { principal: '1.500.000', rate: '28.8', tenure: '4' },
};

/**
 * The loan with which the calculator of a market begins: a first loan of the shipped brand, whose 30 days cost what a twelfth of
 * this rate does, so that both pages say the same payment; nothing where the specification has an empty form.
 */
export const exampleLoan = examples[settings.market] ?? nothing;
