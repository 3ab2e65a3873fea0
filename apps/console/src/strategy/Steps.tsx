import type { PreviewStep, ShownStep } from '@hiram/contract/console/strategy';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Day, Money } from '../app/cells.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { column, figures } from '../kit/table/columns.ts';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { compareSteps, keyOf } from './compare.ts';
import type { ShownStrategy } from './shown-strategy.ts';
import styles from './strategy.module.css';
import { useClientWords, useContactWords, useDayWords, useKindWords, useWayWords } from './words.ts';

/** The steps with the words that borrowers read, when and how often they may be reached, and what another version says. */
export function Steps({ strategy }: { readonly strategy: ShownStrategy }): ReactNode {
  const { t } = useLingui();
  const { steps, texts, contact, tomorrow, isTomorrowClosed, isTomorrowHoliday, comparedWith } = strategy;
  const kinds = useKindWords();
  const dayWords = useDayWords();
  const clients = useClientWords();
  const ways = useWayWords(contact.channels);
  const { hours, capOf } = useContactWords(contact);
  const languages = [...new Set(texts.map(({ language }) => language))];
  const [chosen, choose] = useState<string>();
  const language = chosen ?? languages[0] ?? '';
  const { stateOf, removed } = compareSteps(steps, comparedWith?.steps ?? []);
  const [cap = '', ...otherCaps] = [...new Set(steps.map(({ kind }) => capOf(kind)))];
  const isOneCap = otherCaps.length === 0;
  const columns: readonly Column<PreviewStep>[] = [
    column('day', t`When`, ({ day }) => <span className={kit.whole}>{dayWords(day)}</span>, {
      narrow: 'mainEnd',
    }),
    column(
      'channel',
      t`By`,
      (step) => {
        const { first, others } = ways(step);
        return (
          <>
            {first}
            {others !== '' && <span className={kit.under}>{others}</span>}
          </>
        );
      },
      { narrow: 'sub' },
    ),
    column(
      'message',
      t`What the borrower reads`,
      (step) => {
        const { kind } = step;
        const first = steps.find((one) => one.kind === kind);
        const text = texts.find((one) => one.kind === kind && one.language === language)?.text;
        return (
          <div className={styles.text}>
            <strong>{kinds[kind] ?? kind}</strong>
            {text !== undefined &&
              (first === undefined || first === step ? (
                <p lang={language}>{text}</p>
              ) : (
                <p>{t`the same words as: ${dayWords(first.day)}`}</p>
              ))}
            {kind === 'call' && (
              <p>{t`A task under Collections, with the script of the loan’s days late.`}</p>
            )}
          </div>
        );
      },
      { narrow: 'main' },
    ),
    ...(isOneCap
      ? []
      : [column<PreviewStep>('cap', t`At most`, ({ kind }) => capOf(kind), { narrow: 'more' })]),
    ...(steps.every(({ client, amountFrom }) => client === undefined && amountFrom === undefined)
      ? []
      : [
          column<PreviewStep>(
            'client',
            t`For`,
            ({ client, amountFrom }) => (
              <>
                {clients[client ?? '']}
                {amountFrom !== undefined && (
                  <span className={kit.under}>
                    {t`from`} <Money cents={amountFrom} />
                  </span>
                )}
              </>
            ),
            { narrow: 'more' },
          ),
        ]),
    figures('loans', t`Loans`, ({ loans }) => loans || '–', { narrow: 'more' }),
    figures('stopped', t`Stopped`, ({ loans, stopped }) => (loans === 0 ? '–' : stopped), { narrow: 'more' }),
    figures('gets', t`Not stopped`, ({ loans, stopped }) => (loans === 0 ? '–' : loans - stopped), {
      narrow: 'more',
    }),
    ...(comparedWith
      ? [
          column<PreviewStep>(
            'against',
            t`Against ${comparedWith.version}`,
            (step) => <Against state={stateOf(step)} />,
            { narrow: 'low' },
          ),
        ]
      : []),
  ];
  const loans = steps.reduce((sum, step) => sum + step.loans, 0);
  return (
    <Card
      title={t`Steps`}
      aside={
        languages.length > 1 && (
          <Tabs
            label={t`Language of the texts`}
            value={language}
            options={languages.map((value) => ({ value, label: languageName(value) }))}
            onChange={choose}
          />
        )
      }
      isFlush
    >
      <div className={styles.sum}>
        <p>
          {t`Tomorrow`}, <Day on={tomorrow} />:{' '}
          {comparedWith?.isActive
            ? t`${loans} loans have a step; by version ${comparedWith.version}, which is active, ${comparedWith.loans}.`
            : comparedWith
              ? t`${loans} loans have a step; by version ${comparedWith.version}, which came before, ${comparedWith.loans}.`
              : t`${loans} loans have a step.`}
        </p>
        {isTomorrowClosed && (
          <p>
            <Status tone="warn">
              {isTomorrowHoliday
                ? t`Nobody is reached on this day: it is a public holiday.`
                : t`Nobody is reached on this day: it is a day off.`}
            </Status>{' '}
            {t`What is due then waits for the next day.`}
          </p>
        )}
        <p className={kit.muted}>
          {t`Each message also appears in the app. ${hours.sentence} ${isOneCap && cap !== '' ? t`At most ${cap}.` : ''} Hours, caps and what is paid until then are checked again before anything is sent.`}
        </p>
      </div>
      <ol className={styles.days} aria-hidden="true">
        {steps.map((step) => (
          <li
            key={keyOf(step)}
            data-some={step.loans > 0 ? '' : undefined}
            data-person={step.kind === 'call' ? '' : undefined}
          >
            <b>
              {kinds[step.kind]}
              <small>{ways(step).first}</small>
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
      {comparedWith && removed.length > 0 && (
        <p className={styles.sum}>
          <Status tone="warn">
            {t`Not in this version:`}{' '}
            {removed.map(({ day, kind }) => `${dayWords(day)}, ${kinds[kind] ?? kind}`).join('; ')}
          </Status>
        </p>
      )}
    </Card>
  );
}

/** A step beside the same of another version. */
function Against({ state }: { readonly state: 'same' | 'new' | ShownStep }): ReactNode {
  const { t } = useLingui();
  const ways = useWayWords([]);
  const clients = useClientWords();
  if (state === 'same') return <Status tone="plain">{t`same`}</Status>;
  if (state === 'new') return <Status tone="good">{t`new`}</Status>;
  const { channel, client, amountFrom } = state;
  return (
    <Status tone="warn">
      {t`was`} {channel === undefined ? t`in the brand’s order` : ways(state).first}, {clients[client ?? '']}
      {amountFrom !== undefined && (
        <>
          , {t`from`} <Money cents={amountFrom} />
        </>
      )}
    </Status>
  );
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const languageName = (code: string) => languageNames.of(code) ?? code;
