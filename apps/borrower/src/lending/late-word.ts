import { useLingui } from '@lingui/react/macro';
import { settings } from '../app/settings/settings.ts';

/** The name of what late days cost, as the market's law has it. */
export function useLateWord(): string {
  const { t } = useLingui();
  return settings.market === 'in' ? t`penal charge` : t`late interest`;
}
