import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { InputField } from '../kit/controls/Field.tsx';

interface Props {
  readonly value: string;
  readonly onChange: (orderId: string) => void;
}

/** The number of the loan that money is of. */
export function OrderField({ value, onChange }: Props): ReactNode {
  const { t } = useLingui();
  return (
    <InputField
      label={t`The number of the loan that it is of`}
      maxLength={64}
      value={value}
      onChange={onChange}
    />
  );
}
