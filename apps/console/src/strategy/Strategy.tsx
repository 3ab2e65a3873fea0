import type { StaffOutput } from '@hiram/contract/console/staff-call';
import {
  activateStrategy,
  type PreviewStep,
  saveStrategy,
  showStrategy,
} from '@hiram/contract/console/strategy';
import { orderNumber } from '@hiram/loan/format';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ActionButton } from '../action/ActionButton.tsx';
import { Day, Money } from '../app/cells.tsx';
import { hasRight, type Person, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { Card, Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { column, figures } from '../kit/table/columns.ts';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Fault } from '../net/Fault.tsx';
import { Loaded, MayNotSee } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { StepFields } from './StepFields.tsx';
import styles from './strategy.module.css';
import { useChannelWords, useDayWords, useKindWords, useStateWords, versionTones } from './words.ts';

type Shown = StaffOutput<typeof showStrategy>;

/** One version of a brand's strategy: who gets what by it tomorrow, its steps, and what can be done with it. */
export function Strategy({ person, params }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const brand = params.brand ?? '';
  const version = Number(params.version);
  if (!hasRight(person, 'strategy.read', brand)) return <MayNotSee right="strategy.read" brand={brand} />;
  return (
    <Version
      key={`${brand} ${version}`}
      person={person}
      brand={brand}
      version={version}
      title={t`Strategy, version ${version}`}
    />
  );
}

interface VersionProps {
  readonly person: Person;
  readonly brand: string;
  readonly version: number;
  readonly title: string;
}

function Version({ person, brand, version, title }: VersionProps): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(showStrategy, { version }, brand);
  useChanges(['strategy']);
  const states = useStateWords();
  const shown = query.data;
  const mayActivate = shown?.state === 'draft' && hasRight(person, 'strategy.activate', brand);
  return (
    <Page
      title={title}
      brand={brand}
      status={
        shown && (
          <Status tone={versionTones[shown.state]} isPill>
            {states[shown.state]}
          </Status>
        )
      }
      actions={
        <>
          <Link href="/strategy">{t`All versions`}</Link>
          {mayActivate && (
            <ActionButton
              label={t`Request activation…`}
              look="primary"
              hotkey="R"
              title={t`Activate version ${version}`}
              calls={activateStrategy}
              request={{ version }}
              draft={`strategy.activate ${brand} ${version}`}
              brand={brand}
            />
          )}
        </>
      }
    >
      <Loaded query={query}>
        {(strategy) => (
          <>
            <Tomorrow strategy={strategy} />
            {hasRight(person, 'strategy.edit', brand) && <Edit strategy={strategy} brand={brand} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const keyOf = ({ day, kind, client }: PreviewStep) => `${day} ${kind} ${client ?? ''}`;

/** The messages of tomorrow, step by step, beside the number of the active version. */
export function Tomorrow({
  strategy: { steps, tomorrow, comparedWith },
}: {
  readonly strategy: Shown;
}): ReactNode {
  const { t } = useLingui();
  const kinds = useKindWords();
  const channels = useChannelWords();
  const dayWords = useDayWords();
  const columns: readonly Column<PreviewStep>[] = [
    column('day', t`When`, ({ day }) => dayWords(day), { narrow: 'mainEnd' }),
    column('message', t`What`, ({ kind }) => kinds[kind] ?? kind, { narrow: 'main' }),
    column('channel', t`First by`, ({ kind, channel }) =>
      kind === 'call' ? t`a person` : channel ? channels[channel] : t`the brand’s order`,
    ),
    column('client', t`Only for`, (step) => <OnlyFor step={step} />, { narrow: 'sub' }),
    figures('loans', t`Loans tomorrow`, ({ loans }) => loans || '–', { narrow: 'more' }),
    figures('stopped', t`Of them not contacted`, ({ stopped }) => stopped || '–', { narrow: 'more' }),
    figures('gets', t`Get it`, ({ loans: all, stopped }) => all - stopped || '–', { narrow: 'more' }),
    column('named', t`Which, for example`, ({ named }) => <Named orders={named} />, { narrow: 'low' }),
  ];
  const loans = steps.reduce((sum, step) => sum + step.loans, 0);
  const stopped = steps.reduce((sum, step) => sum + step.stopped, 0);
  return (
    <Card title={t`Who would get what tomorrow`} aside={<Day on={tomorrow} />} isFlush>
      <p className={styles.sum}>
        {comparedWith
          ? t`${loans} loans have a step; by version ${comparedWith.version}, which is active, ${comparedWith.loans}.`
          : t`${loans} loans have a step.`}{' '}
        {stopped > 0 ? `${t`${stopped} of them are not contacted: contacts are stopped.`} ` : ''}
        {t`Hours, caps and what is paid until then are checked again before anything is sent.`}
      </p>
      <ol className={styles.days} aria-hidden="true">
        {steps.map((step) => (
          <li
            key={keyOf(step)}
            data-some={step.loans > 0 ? '' : undefined}
            data-person={step.kind === 'call' ? '' : undefined}
          >
            <b>
              {kinds[step.kind]}
              <small>
                {step.loans === 0 ? t`nobody` : plural(step.loans, { one: '# loan', other: '# loans' })}
              </small>
            </b>
            <span>{dayWords(step.day)}</span>
          </li>
        ))}
      </ol>
      <DataTable
        caption={t`Steps and the loans that each is about tomorrow`}
        columns={columns}
        rows={steps}
        rowKey={keyOf}
        hasKeys={false}
      />
    </Card>
  );
}

/** Loans that are named in a row. */
const maxNamed = 3;

function Named({ orders }: { readonly orders: PreviewStep['named'] }): ReactNode {
  return (
    <span className={styles.named}>
      {orders.slice(0, maxNamed).map(({ orderId }) => (
        <Link key={orderId} href={`/loan/${orderId}`}>
          {orderNumber(orderId)}
        </Link>
      ))}
    </span>
  );
}

function OnlyFor({ step: { client, amountFrom } }: { readonly step: PreviewStep }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      {client === 'new' ? t`first loans` : client === 'repeat' ? t`later loans` : t`everybody`}
      {amountFrom !== undefined && (
        <>
          {', '}
          {t`from`} <Money cents={amountFrom} />
        </>
      )}
    </>
  );
}

/** The steps, in rows and as JSON. A draft is changed; of another version a new draft is made. */
function Edit({ strategy, brand }: { readonly strategy: Shown; readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const [body, setBody] = useState(strategy.body);
  const [note, setNote] = useState(strategy.state === 'draft' ? strategy.note : '');
  const saving = useStaffAction(saveStrategy, brand);
  const isDraft = strategy.state === 'draft';
  const save = async () => {
    const { version } = await saving.mutateAsync({
      note,
      body,
      ...(isDraft ? { version: strategy.version } : {}),
    });
    navigate(`/strategy/${brand}/${version}`);
  };
  return (
    <Card
      title={isDraft ? t`Edit the draft` : t`Edit as the next version`}
      aside={t`nothing changes until another person approves it`}
    >
      <StepFields body={body} onChange={setBody} />
      <details>
        <summary>{t`The same as JSON`}</summary>
        <TextArea label={t`Steps as JSON`} value={body} onChange={setBody} max={50_000} rows={14} />
      </details>
      <TextArea label={t`Why`} value={note} onChange={setNote} max={500} rows={2} />
      <Fault error={saving.error} />
      <Button
        look="primary"
        disabled={saving.isPending || body === strategy.body}
        onClick={() => void save().catch(() => undefined)}
      >{t`Save the draft`}</Button>
    </Card>
  );
}
