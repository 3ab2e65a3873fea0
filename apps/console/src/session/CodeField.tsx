import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { InputField } from '../kit/controls/Field.tsx';

interface Props {
  readonly code: string;
  readonly onChange: (code: string) => void;
}

/** Six digits of an authenticator app. */
export function CodeField({ code, onChange }: Props): ReactNode {
  const { t } = useLingui();
  return (
    <InputField
      label={t`Code of the app`}
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      value={code}
      onChange={(value) => onChange(value.replace(/\D/g, ''))}
    />
  );
}
