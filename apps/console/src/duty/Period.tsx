import {
  type DutyPeriod,
  makeDutyFile,
  recordDutyRejections,
  signOffDuty,
} from '@hiram/contract/console/duty';
import type { DutyRunId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Day, When } from '../app/cells.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { InputField } from '../kit/controls/Field.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import kit from '../kit/kit.module.css';
import { Facts } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { useToast } from '../kit/toast.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { download } from '../net/download.ts';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import styles from './duty.module.css';
import { rejectedLines } from './rejected-lines.ts';

type Run = DutyPeriod['runs'][number];
interface Props {
  readonly period: DutyPeriod;
  readonly mayReport: boolean;
}

/** A report: what it is, its files with what came back, and its next step. */
export function Period({ period, mayReport }: Props): ReactNode {
  const { t } = useLingui();
  const [open, setOpen] = useState<'rejected' | 'signOff'>();
  const close = () => setOpen(undefined);
  const { authority, name, what, source, isConfirmed, from, to, dueOn, runs } = period;
  const { signedOffAt, signedOffBy, receipt } = period;
  const [last] = runs;
  const isOpen = signedOffAt === undefined;
  return (
    <>
      <PeriodState period={period} />
      <h2 className={styles.title}>{name}</h2>
      <p className={kit.ink2}>{what}</p>
      <Facts
        items={[
          { label: t`Authority`, value: authority },
          {
            label: t`Period`,
            value: (
              <>
                <Day on={from} /> – <Day on={to} />
              </>
            ),
          },
          { label: t`Due`, value: <Day hasWeekday on={dueOn} /> },
          { label: t`Source`, value: source },
        ]}
      />
      {!isConfirmed && (
        <p className={kit.muted}>
          {t`Before you hand it in, let your counsel compare the due day and the columns with the source above.`}
        </p>
      )}
      {isOpen && period.isEmptyFile && (
        <p className={kit.muted}>{t`The file has the columns alone: its figures come from elsewhere.`}</p>
      )}
      <Files runs={runs} />
      {signedOffAt !== undefined && (
        <Facts
          items={[
            { label: t`Signed off by`, value: signedOffBy },
            { label: t`At`, value: <When at={signedOffAt} /> },
            { label: t`Receipt`, value: receipt },
          ]}
        />
      )}
      {isOpen && mayReport && (
        <div className={kit.row}>
          <MakeFile period={period} />
          {last && <Button onClick={() => setOpen('rejected')}>{t`Lines came back…`}</Button>}
          {last && last.rejectedCount === 0 && !last.isOwn && (
            <Button look="primary" hotkey="goAhead" onClick={() => setOpen('signOff')}>{t`Sign off…`}</Button>
          )}
        </div>
      )}
      {isOpen && last?.isOwn && last.rejectedCount === 0 && (
        <p className={kit.muted}>{t`You made the file: another person signs it off.`}</p>
      )}
      {open === 'rejected' && last && <RejectedDialog brand={period.brand} run={last} onClose={close} />}
      {open === 'signOff' && <SignOffDialog period={period} onClose={close} />}
    </>
  );
}

/** The next step for a period. */
export function PeriodState({ period: { signedOffAt, runs } }: { readonly period: DutyPeriod }): ReactNode {
  const { t } = useLingui();
  const [last] = runs;
  const count = last?.rejectedCount ?? 0;
  if (signedOffAt !== undefined) return <Status tone="good">{t`signed off`}</Status>;
  if (!last) return <Status tone="plain">{t`no file yet`}</Status>;
  if (count > 0) return <Status tone="danger">{t`${count} lines rejected`}</Status>;
  return <Status tone="waiting">{last.isOwn ? t`waits for another person` : t`sign-off waits`}</Status>;
}

/** Makes the file of the whole period, or of the lines that came back. It has personal data, and is not kept here. */
function MakeFile({ period: { periodId, brand, runs } }: Pick<Props, 'period'>): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const making = useStaffAction(makeDutyFile, brand);
  const make = (again?: DutyRunId) =>
    making.mutate(again === undefined ? { periodId } : { periodId, again }, {
      onSuccess: ({ ticket }) => {
        download(makeDutyFile, brand, ticket);
        toast(t`The download has begun. The file has personal data: hand it over on a safe way.`);
      },
    });
  const [last] = runs;
  const count = last?.rejectedCount ?? 0;
  const words = last ? t`Make the file again` : t`Make the file`;
  return (
    <>
      <Fault error={making.error} />
      <Button
        look={last && count === 0 ? 'plain' : 'primary'}
        hotkey="new"
        disabled={making.isPending}
        onClick={() => make(count > 0 ? last?.runId : undefined)}
      >
        {count > 0 ? t`Make a file of the ${count} lines` : words}
      </Button>
    </>
  );
}

function Files({ runs }: { readonly runs: readonly Run[] }): ReactNode {
  const { t } = useLingui();
  const columns: readonly Column<Run['rejected'][number]>[] = [
    { key: 'key', header: t`Contract`, cell: ({ key }) => key, narrow: 'main' },
    { key: 'reason', header: t`What the authority says`, cell: ({ reason }) => reason, narrow: 'sub' },
  ];
  if (runs.length === 0) return null;
  return (
    <>
      <h3>{t`Files`}</h3>
      <ol className={styles.runs}>
        {runs.map((run) => (
          <li key={run.runId}>
            <strong>{run.madeBy}</strong> · <When at={run.madeAt} />
            <br />
            {run.isCorrection ? t`Rejected lines alone` : t`Whole period`} · {t`${run.rows} rows`} ·{' '}
            {t`queries ${run.queryVersion}`}
            <code className={styles.digest}>{run.sha256}</code>
            {run.rejected.length > 0 && (
              <DataTable
                caption={t`Lines that came back`}
                columns={columns}
                rows={run.rejected}
                rowKey={({ key }) => key}
                hasKeys={false}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

interface RejectedProps {
  readonly brand: string;
  readonly run: Run;
  readonly onClose: () => void;
}

function RejectedDialog({ brand, run: { runId }, onClose }: RejectedProps): ReactNode {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const recording = useStaffAction(recordDutyRejections, brand);
  const lines = rejectedLines(text);
  return (
    <CallDialog
      title={t`Lines that the authority did not take`}
      action={t`Record`}
      call={recording}
      isReady={lines !== undefined}
      onSend={() => lines && recording.mutate({ runId, lines }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextArea
        label={t`One line each: contract, reason`}
        hint={t`from the authority’s answer`}
        rows={8}
        max={20_000}
        value={text}
        onChange={setText}
      />
      <p
        className={kit.muted}
      >{t`Correct what is wrong with the loan or borrower first. Then the file of these lines has the values as they are.`}</p>
    </CallDialog>
  );
}

interface SignOffProps extends Pick<Props, 'period'> {
  readonly onClose: () => void;
}

function SignOffDialog({ period: { periodId, brand, name }, onClose }: SignOffProps): ReactNode {
  const { t } = useLingui();
  const [receipt, setReceipt] = useState('');
  const signing = useStaffAction(signOffDuty, brand);
  return (
    <CallDialog
      title={t`The report was handed in`}
      about={name}
      action={t`Sign off`}
      call={signing}
      isReady={receipt.trim() !== ''}
      onSend={() => signing.mutate({ periodId, receipt: receipt.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <InputField label={t`The authority’s receipt`} maxLength={100} value={receipt} onChange={setReceipt} />
    </CallDialog>
  );
}
