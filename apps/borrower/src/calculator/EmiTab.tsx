import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { market } from '../app/settings/market.ts';
import { Button } from '../kit/controls/Button.tsx';
import { ActionPair } from '../kit/layout/Screen.tsx';
import { CalculatorFrame } from './CalculatorFrame.tsx';
import { LoanFields } from './LoanFields.tsx';
import { LoanResult } from './LoanResult.tsx';
import type { LoanTyped } from './loan-typed.ts';
import { useCalculation } from './useCalculation.ts';

// Loaded at the first tap on the button that saves a loan.
const SaveLoan = lazy(() => import('./SaveLoan.tsx').then((module) => ({ default: module.SaveLoan })));

export function EmiTab({
  typed,
  onTyped,
}: {
  readonly typed: LoanTyped;
  readonly onTyped: (typed: LoanTyped) => void;
}): ReactNode {
  const { t } = useLingui();
  const calculation = useCalculation(typed);
  const result = calculation.result ?? calculation.live;
  const [isSaving, setIsSaving] = useState(false);
  const change = (changed: Partial<LoanTyped>) => {
    onTyped({ ...typed, ...changed });
    calculation.reset();
  };
  const button = (
    <Button busy={calculation.busy} onTap={() => void calculation.calculate()}>
      {t`Calculate`}
    </Button>
  );
  return (
    <CalculatorFrame
      tab="emi"
      actions={
        result ? (
          <ActionPair>
            <Button look="secondary" onTap={() => setIsSaving(true)}>
              {t`Save this loan`}
            </Button>
            {calculation.result || market.specifiedCopy ? button : null}
          </ActionPair>
        ) : (
          button
        )
      }
    >
      <LoanFields typed={typed} calculation={calculation} onChange={change} />
      {result ? <LoanResult result={result} isAsked={result === calculation.result} /> : null}
      {isSaving && result ? (
        <Suspense fallback={null}>
          <SaveLoan loan={result} onClose={() => setIsSaving(false)} />
        </Suspense>
      ) : null}
    </CalculatorFrame>
  );
}
