import { countMoneyIn } from '@hiram/contract/console/money-in';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import type { ScreenProps } from '../../app/person.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { Nothing } from '../../kit/Nothing.tsx';
import { Page, SidePanel, Stack } from '../../kit/Page.tsx';
import { useToast } from '../../kit/toast.tsx';
import { Fault } from '../../net/Fault.tsx';
import { useStaffCall } from '../../net/useStaffCall.ts';
import { Columns } from './Columns.tsx';
import { Faults } from './Faults.tsx';
import { FileForm } from './FileForm.tsx';
import styles from './import.module.css';
import { useNotationWords } from './meanings.ts';
import { PastImports } from './PastImports.tsx';
import { Summary } from './Summary.tsx';
import { type Import as ImportState, useImport } from './useImport.ts';

type Accounts = StaffOutput<typeof countMoneyIn>['accounts'];

/** Imports a bank's statement: the file is read and compared first, and nothing is kept before a person says so. */
export function Import({ brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const state = useImport(brand, (lines) =>
    toast(t`${plural(lines, { one: '# line is', other: '# lines are' })} imported.`),
  );
  const accounts = useStaffCall(countMoneyIn, {}, brand).data?.accounts ?? [];
  const { choices, result } = state;
  const open = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) void state.open(file);
  };
  return (
    <Page
      title={t`Import a statement`}
      parent={<Link href="/money-in">{t`Money in`}</Link>}
      status={choices && <FileWords state={state} />}
      actions={
        <Button hotkey="importFile" onClick={() => input.current?.click()}>
          {choices ? t`Another file` : t`Choose a file`}
        </Button>
      }
    >
      <input
        ref={input}
        className={styles.file}
        type="file"
        tabIndex={-1}
        aria-label={t`File (CSV, at most 10 MB)`}
        accept=".csv,.txt,text/csv"
        onChange={(event) => {
          open(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
      {choices && result ? (
        <SidePanel
          label={t`What importing does`}
          list={<Understood state={state} accounts={accounts} result={result} />}
        >
          <Summary state={state} result={result} />
        </SidePanel>
      ) : (
        <Stack>
          {choices ? (
            <Refused state={state} accounts={accounts} />
          ) : (
            // A drop is one more way to the file: the button takes it too.
            <section
              className={styles.drop}
              aria-label={t`Drop a file`}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                open(event.dataTransfer.files);
              }}
            >
              <Nothing
                icon="file"
                title={t`Drop the bank’s file here, or choose it`}
                text={t`CSV of at most 10 MB and 100,000 lines. Account, columns and notation are found in it; nothing is stored before you have seen what was read.`}
              />
            </section>
          )}
          {state.isTooLarge && <p role="alert">{t`The file is larger than 10 MB. Export fewer days.`}</p>}
          <PastImports brand={brand} accounts={accounts} />
        </Stack>
      )}
    </Page>
  );
}

/** The file's name and how it is written. */
function FileWords({ state }: { readonly state: ImportState }): ReactNode {
  const { t } = useLingui();
  const { delimiters } = useNotationWords();
  const { choices, result, map } = state;
  if (!choices) return null;
  const kilobytes = Math.max(1, Math.round(choices.file.bytes / 1000));
  return (
    <span className={styles.words}>
      {[choices.file.name, t`${kilobytes} kB`, result?.understood.encoding, map && delimiters[map.delimiter]]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}

interface PartProps {
  readonly state: ImportState;
  readonly accounts: Accounts;
}

/** A file that cannot be read yet: why, and what the person can choose. */
function Refused({ state, accounts }: PartProps): ReactNode {
  const { t } = useLingui();
  const { choices, error, isReading } = state;
  return (
    <>
      {isReading && <p role="status">{t`Reading …`}</p>}
      <Fault error={error} />
      {error && <FileForm state={state} accounts={accounts} />}
      <pre className={styles.raw}>{choices?.file.text.split('\n').slice(0, 12).join('\n')}</pre>
    </>
  );
}

function Understood({
  state,
  accounts,
  result,
}: PartProps & { readonly result: NonNullable<ImportState['result']> }) {
  return (
    <div className={styles.parts}>
      <HowRead state={state} accounts={accounts} result={result} />
      <Fault error={state.error} />
      <Columns state={state} result={result} form={<FileForm state={state} accounts={accounts} />} />
      <Faults state={state} result={result} />
    </div>
  );
}

/** The server's findings, and its open questions. */
function HowRead({
  state,
  accounts,
  result,
}: PartProps & { readonly result: NonNullable<ImportState['result']> }) {
  const { t } = useLingui();
  const { orders } = useNotationWords();
  const { understood, balance, total } = result;
  const { map, mapBy, filesBefore, isDateOrderSure } = understood;
  const account = accounts.find((one) => one.account === understood.account);
  const name = `${account?.name ?? ''} ${account?.number ?? ''}`.trim();
  const [jump] = balance?.jumps ?? [];
  if (jump)
    return (
      <Banner tone="danger" title={t`The balance jumps in line ${jump.lineNo}: nothing can be imported.`}>
        {t`A line is missing before it, or amounts are in another column. Export the file again, or change the columns.`}
      </Banner>
    );
  if (!isDateOrderSure)
    return (
      <Banner
        tone="warn"
        title={t`The days can be read in two orders.`}
        actions={(['DMY', 'MDY', 'YMD'] as const).map((dateOrder) => (
          <Button key={dateOrder} onClick={() => state.change({ map: { ...map, dateOrder } })}>
            {orders[dateOrder]}
          </Button>
        ))}
      >
        {t`No day in the file tells which one. Say how this bank writes days; it is kept for the account.`}
      </Banner>
    );
  const accountBy = {
    number: t`account ${name} by its number`,
    only: t`account ${name}, the only one`,
    chosen: t`account ${name}, as chosen`,
  }[understood.accountBy];
  const columnsBy = {
    saved: t`columns as in the last ${filesBefore} files of this account`,
    headings: t`columns by their headings`,
    contents: t`columns by their contents`,
    chosen: t`columns as chosen`,
  }[mapBy];
  return (
    <Banner tone="good" title={t`Read: ${accountBy}, ${columnsBy}.`}>
      {balance
        ? t`The balance runs through all ${total} lines without a jump.`
        : t`No column of balances is chosen: whether lines are missing cannot be checked.`}
    </Banner>
  );
}
