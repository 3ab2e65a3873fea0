import { listDifferences, postSettlement } from '@hiram/contract/console/reconcile';
import { parseCents } from '@hiram/loan/parse';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { InputField } from '../kit/controls/Field.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';

interface Props {
  readonly brand: string;
  readonly onClose: () => void;
}

const empty = { provider: '', on: '', gross: '', fee: '0', bankReference: '' };

/** Posts a provider's settlement: what it owed, its fee, and the bank's reference. */
export function SettleDialog({ brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  const { data } = useStaffCall(listDifferences, { state: 'open' });
  const [typed, setTyped] = useState(empty);
  const provider = typed.provider || (data?.providers[0] ?? '');
  const on = typed.on || (data?.yesterday ?? '');
  const [gross, fee] = [parseCents(typed.gross, money), parseCents(typed.fee, money)];
  const bankReference = typed.bankReference.trim();
  const isComplete = provider !== '' && on !== '' && /^[A-Za-z0-9-]{4,40}$/.test(bankReference);
  const request =
    isComplete && gross.ok && fee.ok
      ? { provider, on, gross: gross.cents, fee: fee.cents, bankReference }
      : undefined;
  const fields = [
    { name: 'provider', label: t`Provider`, value: provider, type: 'text' },
    { name: 'on', label: t`Day on the bank’s statement`, value: on, type: 'date' },
    { name: 'gross', label: t`What the provider owed`, value: typed.gross, type: 'text' },
    { name: 'fee', label: t`Its fee`, value: typed.fee, type: 'text' },
    { name: 'bankReference', label: t`The bank’s reference`, value: typed.bankReference, type: 'text' },
  ] as const;
  return (
    <ActionDialog
      title={t`Post a settlement`}
      calls={postSettlement}
      draft={`reconcile.settle ${brand}`}
      brand={brand}
      request={request}
      onClose={onClose}
    >
      {fields.map(({ name, label, value, type }) => (
        <InputField
          key={name}
          label={label}
          type={type}
          value={value}
          onChange={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
    </ActionDialog>
  );
}
