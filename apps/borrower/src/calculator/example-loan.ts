import { settings } from '../app/settings/settings.ts';
import type { LoanTyped } from './loan-typed.ts';

const nothing: LoanTyped = { principal: '', rate: '', tenure: '' };
const examples: Readonly<Partial<Record<typeof settings.market, LoanTyped>>> = {
  ph: { principal: '5,000', rate: '65.7', tenure: '4' },
  in: { principal: '20,000', rate: '30', tenure: '6' },
  id: { principal: '2.000.000', rate: '73', tenure: '4' },
};

/** The loan with which the calculator of a market begins; nothing where the specification has an empty form. */
export const exampleLoan = examples[settings.market] ?? nothing;
