import type { WaysOut } from '@hiram/contract/arrangement';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { money } from '../app/settings/money.ts';
import { Rows } from '../kit/layout/Card.tsx';

/**
 * What the days until the last part add: nothing for the parts, and what the other payments add if they are not paid; beside it what
 * the same payments add without the arrangement.
 */
export function ExtraCost({
  added: { kept, plain },
}: {
  readonly added: NonNullable<WaysOut['arrangement']>['added'];
}): ReactNode {
  const { t } = useLingui();
  const without =
    plain > kept
      ? t`The same payments without the arrangement: ${money(plain)}, ${money(plain - kept)} more.`
      : t`The same payments without the arrangement: ${money(plain)}.`;
  return (
    <Rows
      rows={[
        { text: t`These parts, if you keep them`, value: money(0) },
        ...(kept > 0
          ? [
              {
                text: t`Other payments, if you do not pay them`,
                value: money(kept),
                note: t`They stay due on their days.`,
              },
            ]
          : []),
        {
          text: t`Extra cost in all`,
          value: money(kept),
          note:
            kept > plain ? `${without} ${t`It costs ${money(kept - plain)} more than without it`}` : without,
        },
      ]}
    />
  );
}
