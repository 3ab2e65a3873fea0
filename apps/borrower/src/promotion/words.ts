import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

/**
 * The form's texts (PROM-05 … PROM-16). Those that the specification gives in Chinese are in i18n/specified-copy.ts.
 */
export interface PromotionWords {
  readonly wrong: Readonly<Record<'mobile' | 'imgValidate' | 'smsCode', string>>;
  readonly sent: string;
  readonly wait: string;
  readonly registered: string;
  readonly known: string;
  readonly offline: string;
}

export function usePromotionWords(): PromotionWords {
  const { t, i18n } = useLingui();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change only with the language
  return useMemo(
    () => ({
      wrong: {
        mobile: t({ id: 'promotion.wrongMobile', message: 'Type your mobile number correctly.' }),
        imgValidate: t({ id: 'promotion.wrongCaptcha', message: 'Type the characters in the picture.' }),
        smsCode: t({ id: 'promotion.wrongCode', message: 'Type the SMS code.' }),
      },
      sent: t({ id: 'promotion.sent', message: 'The code is on its way to your phone.' }),
      wait: t({ id: 'promotion.wait', message: 'A code was just sent. Please wait a little.' }),
      registered: t({ id: 'promotion.registered', message: 'You are registered.' }),
      known: t({
        id: 'promotion.known',
        message: 'You are registered already. Download the app and sign in.',
      }),
      offline: t`We could not reach the server. Nothing is lost; please try again.`,
    }),
    [i18n.locale],
  );
}
