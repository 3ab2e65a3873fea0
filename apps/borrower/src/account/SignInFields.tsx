import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { market } from '../app/settings/market.ts';
import { TextField } from '../kit/controls/Field.tsx';
import { CodeField } from './CodeField.tsx';
import { PasswordField } from './PasswordField.tsx';
import type { useSignIn } from './useSignIn.ts';

/** Number, code and password, as the chosen way of signing in needs them. */
export function SignInFields({ form }: { readonly form: ReturnType<typeof useSignIn> }): ReactNode {
  const { t } = useLingui();
  const { method, values, change, inputs, errorOf } = form;
  const { phone, code, password } = values;
  return (
    <>
      <TextField
        label={t`Mobile number`}
        name="phone"
        autoComplete="tel"
        format={market.phone}
        value={phone}
        onChange={(typed) => change({ phone: typed })}
        inputRef={inputs.phone}
        error={errorOf('phone')}
      />
      {method === 'password' ? null : (
        <CodeField
          phone={phone}
          purpose={method === 'reset' ? 'reset' : 'login'}
          value={code}
          onChange={(typed) => change({ code: typed })}
          inputRef={inputs.smsCode}
          error={errorOf('smsCode')}
          onProblem={form.onCodeProblem}
        />
      )}
      {method === 'code' ? null : (
        <PasswordField
          label={method === 'reset' ? t`New password` : t`Password`}
          hint={
            method === 'reset'
              ? t`At least 8 characters. Three words that only you combine are good.`
              : undefined
          }
          autoComplete={method === 'reset' ? 'new-password' : 'current-password'}
          value={password}
          onChange={(typed) => change({ password: typed })}
          inputRef={inputs.password}
          error={errorOf('password')}
          show={t`Show`}
          hide={t`Hide`}
        />
      )}
    </>
  );
}
