import type { myAccount } from '@hiram/contract/console/staff-account';
import { addKey, addKeyOptions, removeKey, renameKey } from '@hiram/contract/console/staff-account';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { When } from '../app/cells.tsx';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/controls/Dialog.tsx';
import { InputField } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { createPasskey } from '../session/passkey.ts';
import { ownSignature } from './own-signature.ts';

type Key = StaffOutput<typeof myAccount>['keys'][number];

async function addPasskey(keyName: string): Promise<void> {
  const { publicKey } = await sendStaff(addKeyOptions, await ownSignature());
  await sendStaff(addKey, { passkey: await createPasskey(publicKey), keyName });
}

/** The person's passkeys. Each change is signed by one of them. */
export function Passkeys({ keys }: { readonly keys: readonly Key[] }): ReactNode {
  const { t } = useLingui();
  const client = useQueryClient();
  const [named, setNamed] = useState<Key | 'new'>();
  const onSettled = () => client.invalidateQueries();
  const removing = useMutation({
    mutationFn: async (keyId: string) => sendStaff(removeKey, { keyId, ...(await ownSignature()) }),
    onSettled,
  });
  const columns: readonly Column<Key>[] = [
    { key: 'name', header: t`Name`, narrow: 'main', cell: ({ name }) => name || t`without a name` },
    {
      key: 'where',
      header: t`Where it is`,
      narrow: 'sub',
      cell: ({ isBackedUp }) => (isBackedUp ? t`also on other devices` : t`on one device`),
    },
    { key: 'made', header: t`Registered`, cell: ({ createdAt }) => <When at={createdAt} /> },
    { key: 'used', header: t`Last used`, narrow: 'mainEnd', cell: ({ usedAt }) => <When at={usedAt} /> },
    {
      key: 'actions',
      header: t`Actions`,
      narrow: 'subEnd',
      cell: (key) => (
        <span className={kit.row}>
          <Button onClick={() => setNamed(key)}>{t`Rename`}</Button>
          <Button look="danger" disabled={removing.isPending} onClick={() => removing.mutate(key.keyId)}>
            {t`Remove`}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Card
      title={t`Passkeys`}
      isFlush={keys.length > 0}
      aside={<Button onClick={() => setNamed('new')}>{t`Add a passkey`}</Button>}
    >
      {keys.length === 0 ? (
        <Banner tone="warn" title={t`You have no passkey.`}>
          {t`You were signed in by a click, as a sandbox allows. What you approve is not signed.`}
        </Banner>
      ) : (
        <DataTable
          caption={t`Your passkeys`}
          columns={columns}
          rows={keys}
          rowKey={({ keyId }) => keyId}
          hasKeys={false}
        />
      )}
      <Fault error={removing.error} />
      {named && <NameDialog named={named} onClose={() => setNamed(undefined)} />}
    </Card>
  );
}

interface NameDialogProps {
  readonly named: Key | 'new';
  readonly onClose: () => void;
}

/** Names a passkey: one that is there, or a new one before it is made. */
function NameDialog({ named, onClose }: NameDialogProps): ReactNode {
  const { t } = useLingui();
  const client = useQueryClient();
  const [keyName, setKeyName] = useState(named === 'new' ? '' : named.name);
  const naming = useMutation({
    mutationFn: async () => {
      if (named === 'new') await addPasskey(keyName);
      else await sendStaff(renameKey, { keyId: named.keyId, keyName });
    },
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Dialog title={named === 'new' ? t`Add a passkey` : t`Rename the passkey`} onClose={onClose}>
      <form
        className={kit.field}
        onSubmit={(event) => {
          event.preventDefault();
          naming.mutate();
        }}
      >
        {named === 'new' && (
          <p>{t`First one of your passkeys signs, then the new one is made: on this device, a phone or a security key.`}</p>
        )}
        <InputField label={t`Name`} required maxLength={40} value={keyName} onChange={setKeyName} />
        <Fault error={naming.error} />
        <div className={kit.row}>
          <Button type="submit" look="primary" disabled={naming.isPending}>{t`Save`}</Button>
          <Button onClick={onClose}>{t`Cancel`}</Button>
        </div>
      </form>
    </Dialog>
  );
}
