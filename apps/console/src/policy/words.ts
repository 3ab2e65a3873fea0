import type { PolicyVersion } from '@hiram/contract/console/policy';
import { useLingui } from '@lingui/react/macro';

export function useVersionStates(): Readonly<Record<PolicyVersion['state'], string>> {
  const { t } = useLingui();
  return {
    draft: t`draft`,
    checked: t`checked, in shadow`,
    granted: t`approved, about to decide`,
    active: t`active`,
    superseded: t`superseded`,
  };
}

export const versionTones = {
  draft: 'plain',
  checked: 'waiting',
  granted: 'clock',
  active: 'good',
  superseded: 'plain',
} as const;

export const thenTones = { refuse: 'danger', refer: 'waiting', skip: 'plain' } as const;

export function useOutcomeWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return { approve: t`approve`, counter: t`offer less`, refer: t`refer`, refuse: t`refuse` };
}
