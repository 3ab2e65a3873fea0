import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Field } from '../kit/controls/Field.tsx';

interface Props {
  readonly code: string;
  readonly onChange: (code: string) => void;
}

/** Six digits of an authenticator app. */
export function CodeField({ code, onChange }: Props): ReactNode {
  const { t } = useLingui();
  return (
    <Field label={t`Code of the app`}>
      {(id) => (
        <input
          id={id}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
        />
      )}
    </Field>
  );
}
