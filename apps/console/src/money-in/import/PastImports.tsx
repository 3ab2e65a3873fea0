import { listImports, type PastImport, undoImport } from '@hiram/contract/console/bank-statement';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money, When } from '../../app/cells.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import kit from '../../kit/kit.module.css';
import { Nothing } from '../../kit/Nothing.tsx';
import { Card } from '../../kit/Page.tsx';
import { DataTable } from '../../kit/table/DataTable.tsx';
import type { Column } from '../../kit/table/table-types.ts';
import { useToast } from '../../kit/toast.tsx';
import { Fault } from '../../net/Fault.tsx';
import { Loaded } from '../../net/Loaded.tsx';
import { useStaffAction, useStaffCall } from '../../net/useStaffCall.ts';

interface Props {
  readonly brand: string;
  readonly accounts: readonly { readonly account: string; readonly name: string; readonly number: string }[];
}

/** The brand's last imports. One of which no line was used can be undone. */
export function PastImports({ brand, accounts }: Props): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const query = useStaffCall(listImports, {}, brand);
  const undoing = useStaffAction(undoImport, brand);
  const undo = (importId: PastImport['importId']) =>
    undoing.mutate(
      { importId },
      {
        onSuccess: ({ lines }) =>
          toast(t`Undone: ${plural(lines, { one: '# line is', other: '# lines are' })} taken out.`),
      },
    );
  const columns: readonly Column<PastImport>[] = [
    { key: 'file', header: t`File`, narrow: 'main', cell: ({ file }) => file },
    {
      key: 'account',
      header: t`Account`,
      narrow: 'sub',
      cell: ({ account }) => {
        const known = accounts.find((one) => one.account === account);
        return known ? `${known.name} ${known.number}` : account;
      },
    },
    { key: 'when', header: t`Imported`, cell: ({ importedAt }) => <When at={importedAt} /> },
    { key: 'by', header: t`By`, cell: ({ by }) => by },
    { key: 'lines', header: t`New lines`, align: 'right', cell: ({ added }) => added },
    {
      key: 'amount',
      header: t`Amount`,
      align: 'right',
      narrow: 'mainEnd',
      cell: ({ amount }) => <Money cents={amount} />,
    },
    {
      key: 'undo',
      header: t`Undo`,
      narrow: 'subEnd',
      cell: ({ importId, state }) =>
        state === 'open' ? (
          <Button disabled={undoing.isPending} onClick={() => undo(importId)}>{t`Undo`}</Button>
        ) : (
          <span className={kit.muted}>{state === 'used' ? t`a line was used` : t`undone`}</span>
        ),
    },
  ];
  return (
    <Card isFlush title={t`Imported before`} aside={t`undone until a line is posted or set aside`}>
      <Fault error={undoing.error} />
      <Loaded query={query} columns={columns}>
        {({ imports }) =>
          imports.length === 0 ? (
            <Nothing
              icon="file"
              title={t`No file was imported yet`}
              text={t`The first one decides how the account’s files are read.`}
            />
          ) : (
            <DataTable
              caption={t`Imported files`}
              columns={columns}
              rows={imports}
              rowKey={({ importId }) => importId}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
