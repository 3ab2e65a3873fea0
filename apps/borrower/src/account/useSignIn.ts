import { login, profile, resetPassword } from '@hiram/contract/account';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { replaceWith } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { ownPage } from '../app/navigation/own-page.ts';
import { paths } from '../app/navigation/paths.ts';
import { chooseLang } from '../app/settings/choose-language.ts';
import { callContext, storeSession, withoutSession } from '../app/settings/context.ts';
import { hasLanguageChoice } from '../app/settings/language-cookie.ts';
import { market } from '../app/settings/market.ts';
import { settings } from '../app/settings/settings.ts';
import { toast } from '../kit/feedback/toaster.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { send } from '../net/transport/client.ts';
import { isShortPhone } from './short-phone.ts';

/** The page to open after login: a page of this app, without the expired session. Any other address is ignored. */
function returnPath(returnTo: string | undefined): string {
  const page = returnTo && ownPage(returnTo);
  return page ? withoutSession(page) : href(paths.main);
}

/** Applies the language stored in the account on a phone where no language was chosen. */
async function applyAccountLanguage(): Promise<void> {
  if (hasLanguageChoice(document.cookie)) return;
  try {
    const answer = await send(profile, {}, callContext());
    if (answer.ok && settings.languages.includes(answer.data.language)) chooseLang(answer.data.language);
  } catch {
    // Without an answer the phone keeps its language.
  }
}

export type Method = 'code' | 'password' | 'reset';

const noValues = { phone: '', code: '', password: '' };

/** The typed values of the login page, its problem, and the sign-in. `returnTo` is the page to open afterwards. */
export function useSignIn(returnTo: string | undefined) {
  const { t } = useLingui();
  const [method, setMethod] = useState<Method>('code');
  const [values, setValues] = useState(noValues);
  const [problem, setProblem] = useState<{ field: string; text: string } | undefined>(undefined);
  const enter = useSubmit(login);
  const reset = useSubmit(resetPassword);
  const inputs = {
    phone: useRef<HTMLInputElement>(null),
    smsCode: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
  };

  const showProblem = (field: string, text: string) => {
    setProblem({ field, text });
    if (field === 'phone' || field === 'smsCode' || field === 'password') inputs[field].current?.focus();
  };
  const choose = (next: Method) => {
    setMethod(next);
    setProblem(undefined);
    setValues({ ...noValues, phone: values.phone });
  };
  const signIn = async () => {
    const { phone, code, password } = values;
    if (phone === '') return showProblem('phone', t`Type your mobile number.`);
    if (isShortPhone(market.phone, phone)) return showProblem('phone', t`This number is too short.`);
    if (method !== 'password' && code === '')
      return showProblem('smsCode', t`Type the code from the message.`);
    if (method !== 'code' && password === '') return showProblem('password', t`Type your password.`);
    setProblem(undefined);
    const answer =
      method === 'reset'
        ? await reset.submit({ phone, smsCode: code, password, agreed: true }, { quiet: true })
        : await enter.submit(
            method === 'code' ? { phone, smsCode: code, agreed: true } : { phone, password },
            {
              quiet: true,
            },
          );
    if (!answer) return;
    if (!answer.ok)
      return answer.field ? showProblem(answer.field, answer.message) : void toast(answer.message);
    storeSession(answer.data.sessionId);
    await applyAccountLanguage();
    replaceWith(returnPath(returnTo));
  };
  return {
    method,
    choose,
    values,
    change: (changed: Partial<typeof noValues>) => setValues((current) => ({ ...current, ...changed })),
    inputs,
    errorOf: (field: string) => (problem?.field === field ? problem.text : undefined),
    onCodeProblem: (codeProblem: { field: string; text: string } | undefined) =>
      codeProblem ? showProblem(codeProblem.field, codeProblem.text) : setProblem(undefined),
    busy: enter.busy || reset.busy,
    signIn,
  };
}
