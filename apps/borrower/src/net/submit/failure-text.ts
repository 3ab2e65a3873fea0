import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';

/** The toast's text for a request without an envelope. NET-06: in market `spec` it is `error` for each cause. */
export function failureText(error: unknown): string {
  return (error as { readonly isServerFault?: boolean } | undefined)?.isServerFault
    ? t({
        id: 'net.serverFailed',
        message: 'Something went wrong on our side. Please try again in a minute.',
      })
    : t({ id: 'net.noConnection', message: 'No connection. Check your signal and try again.' });
}

/** The same for a text on the page, which follows the page's language. */
export function useFailureText(): (error: unknown) => string {
  useLingui();
  return failureText;
}
