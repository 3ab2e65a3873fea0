import type { StaffOutput } from '@hiram/contract/console/staff-call';
import {
  activateStrategy,
  type PreviewStep,
  saveStrategy,
  showStrategy,
} from '@hiram/contract/console/strategy';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Day, Money } from '../app/cells.tsx';
import { hasRight, type Person, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import kit from '../kit/kit.module.css';
import { Card, Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Fault } from '../net/Fault.tsx';
import { Loaded, MayNotSee } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { StepFields } from './StepFields.tsx';
import styles from './strategy.module.css';
import { useChannelWords, useKindWords, useStateWords, versionTones } from './words.ts';

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
      {...{ person, brand, version }}
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
  const [isAsking, setAsking] = useState(false);
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
            <Button
              look="primary"
              hotkey="R"
              onClick={() => setAsking(true)}
            >{t`Request activation…`}</Button>
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
      {isAsking && (
        <ActionDialog
          title={t`Activate version ${version}`}
          calls={activateStrategy}
          request={{ version }}
          draft={`strategy.activate ${brand} ${version}`}
          brand={brand}
          onClose={() => setAsking(false)}
        />
      )}
    </Page>
  );
}

/** The messages of tomorrow, step by step, beside the number of the active version. */
function Tomorrow({ strategy: { steps, tomorrow, comparedWith } }: { readonly strategy: Shown }): ReactNode {
  const { t } = useLingui();
  const kinds = useKindWords();
  const loans = steps.reduce((sum, step) => sum + step.loans, 0);
  return (
    <Card title={t`Tomorrow by this version`} aside={<Day on={tomorrow} />} isFlush>
      <p className={styles.sum}>
        {comparedWith
          ? t`${loans} messages; version ${comparedWith.version}, which is active, sends ${comparedWith.loans}.`
          : t`${loans} messages.`}{' '}
        {t`Hours, caps and what is paid until then are checked when a message is sent.`}
      </p>
      <ol className={styles.days} aria-hidden="true">
        {steps.map(({ day, kind, client, loans: count }) => (
          <li key={`${day} ${kind} ${client ?? ''}`} data-some={count > 0 ? '' : undefined}>
            <b>{kinds[kind]}</b>
            <span>{day > 0 ? `+${day} d` : day === 0 ? t`due` : `${day} d`}</span>
          </li>
        ))}
      </ol>
      <table className={kit.table}>
        <caption>{t`Steps and the loans that each is about tomorrow`}</caption>
        <thead>
          <tr>
            <th scope="col" className={kit.right}>{t`Day`}</th>
            <th scope="col">{t`Message`}</th>
            <th scope="col">{t`Only for`}</th>
            <th scope="col" className={kit.right}>{t`Loans`}</th>
            <th scope="col" className={kit.right}>{t`Not contacted`}</th>
            <th scope="col">{t`For example`}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <Step key={`${step.day} ${step.kind} ${step.client ?? ''}`} step={step} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Loans that are named in a row. */
const maxNamed = 3;

function Step({ step }: { readonly step: PreviewStep }): ReactNode {
  const { t } = useLingui();
  const kinds = useKindWords();
  const channels = useChannelWords();
  const { day, kind, channel, client, amountFrom, loans, stopped, named } = step;
  return (
    <tr>
      <th scope="row" className={kit.right}>
        {day}
      </th>
      <td>
        {kinds[kind]}
        {channel === undefined ? null : ` · ${t`first by ${channels[channel]}`}`}
      </td>
      <td>
        {client === 'new' ? t`first loans` : client === 'repeat' ? t`later loans` : t`everybody`}
        {amountFrom === undefined ? null : (
          <>
            {', '}
            {t`from`} <Money cents={amountFrom} />
          </>
        )}
      </td>
      <td className={kit.right}>{loans}</td>
      <td className={kit.right}>{stopped}</td>
      <td className={styles.named}>
        {named.slice(0, maxNamed).map(({ orderId }) => (
          <Link key={orderId} href={`/loan/${orderId}`}>
            {orderNumber(orderId)}
          </Link>
        ))}
      </td>
    </tr>
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
    <Card title={isDraft ? t`Edit the draft` : t`Edit as the next version`}>
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
