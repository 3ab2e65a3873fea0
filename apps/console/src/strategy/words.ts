import type { StrategyVersion } from '@hiram/contract/console/strategy';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

type State = StrategyVersion['state'];

export const versionTones = { draft: 'waiting', active: 'good', superseded: 'plain' } as const;

export function useStateWords(): Readonly<Record<State, string>> {
  const { t } = useLingui();
  return { draft: t`Draft`, active: t`Active`, superseded: t`Superseded` };
}

/** The names of the kinds of steps of a strategy. */
export function useKindWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    dueSoon: t`Due soon`,
    dueToday: t`Due today`,
    late: t`Late`,
    lateLong: t`Late for long`,
    call: t`Call by a collector`,
  };
}

export function useChannelWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return { sms: t`Text`, email: t`Mail`, push: t`Push` };
}

/** The day of a step, counted from the due day. */
export function useDayWords(): (day: number) => string {
  const { t } = useLingui();
  return (day) =>
    day === 0
      ? t`due day`
      : day < 0
        ? plural(-day, { one: '# day before', other: '# days before' })
        : plural(day, { one: '# day late', other: '# days late' });
}
