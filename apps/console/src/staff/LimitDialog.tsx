import { actions, costLimit } from '@hiram/contract/console/rights';
import { setLimit } from '@hiram/contract/console/staff-limits';
import { decimalText } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Named } from '../app/cells.tsx';
import { useAnyWord } from '../i18n/words.ts';
import { InputField } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';

/** A role's limit on an action. Amounts are cents; undefined: no limit. */
export interface RoleLimit {
  readonly role: string;
  readonly action: string;
  readonly brand: string;
  readonly maxPerItem?: number | undefined;
  readonly maxPerDay?: number | undefined;
  readonly secondPersonFrom?: number | undefined;
}

interface Props {
  readonly limit: RoleLimit;
  /** The brand for which the limit is changed. */
  readonly brand: string;
  readonly onClose: () => void;
}

const shown = (cents: number | undefined) => (cents === undefined ? '' : decimalText(cents));

/** Cents of a typed amount such as `1500` or `1500.50`; null: none; undefined: it is no amount. */
function centsOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole + fraction.padEnd(2, '0'));
}

/** Asks for other limits of a role on an action. */
export function LimitDialog({ limit, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const [item, setItem] = useState(shown(limit.maxPerItem));
  const [day, setDay] = useState(shown(limit.maxPerDay));
  const [second, setSecond] = useState(shown(limit.secondPersonFrom));
  const [maxPerItem, maxPerDay, secondPersonFrom] = [item, day, second].map(centsOf);
  const action = [...actions, costLimit].find((name) => name === limit.action);
  const isComplete = maxPerItem !== undefined && maxPerDay !== undefined && secondPersonFrom !== undefined;
  const request = isComplete
    ? { role: limit.role, action, maxPerItem, maxPerDay, secondPersonFrom }
    : undefined;
  const ofDay = { label: t`Daily cost without approval`, value: day, set: setDay };
  const ofAction = [
    { label: t`Max per action (empty: no limit)`, value: item, set: setItem },
    { label: t`Daily total without approval (empty: no limit)`, value: day, set: setDay },
    { label: t`Approval from (0: always, empty: never)`, value: second, set: setSecond },
  ];
  const fields = limit.action === costLimit ? [ofDay] : ofAction;
  return (
    <ActionDialog
      title={t`Change a limit`}
      act={t`Request the change`}
      about={
        <>
          {word(limit.role)}: <Named name={limit.action} />
        </>
      }
      calls={setLimit}
      draft={`staff.setLimit ${limit.role} ${limit.action}`}
      request={request}
      brand={brand}
      onClose={onClose}
    >
      <p className={kit.muted}>
        {t`It counts for everybody with this role. Nobody changes the limits of a role of their own.`}
      </p>
      {fields.map(({ label, value, set }) => (
        <InputField
          key={label}
          label={label}
          inputMode="decimal"
          value={value}
          aria-invalid={centsOf(value) === undefined}
          onChange={set}
        />
      ))}
    </ActionDialog>
  );
}
