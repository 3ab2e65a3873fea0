import { useLingui } from '@lingui/react/macro';
import { NoAnswer } from './call-result.ts';

/** What a toast says when no envelope came back. NET-06: in market `spec` it is `error` for each cause. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useLingui();
  return (error) =>
    error instanceof NoAnswer && error.isServerFault
      ? t({
          id: 'net.serverFailed',
          message: 'Something went wrong on our side. Please try again in a minute.',
        })
      : t({ id: 'net.noConnection', message: 'No connection. Check your signal and try again.' });
}
