import type { PreviewStep, ShownStep } from '@hiram/contract/console/strategy';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Day, Money } from '../app/cells.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import kit from '../kit/kit.module.css';
import { Card, Facts } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { compareSteps, keyOf } from './compare.ts';
import type { ShownStrategy } from './shown-strategy.ts';
import styles from './strategy.module.css';
import { useClientWords, useContactWords, useDayWords, useKindWords, useWayWords } from './words.ts';

/** The steps on a line of days, the chosen one with the words that borrowers read, and what another version says. */
export function Steps({ strategy }: { readonly strategy: ShownStrategy }): ReactNode {
  const { t } = useLingui();
  const { steps, texts, contact, tomorrow, isTomorrowClosed, holiday, comparedWith } = strategy;
  const kinds = useKindWords();
  const dayWords = useDayWords();
  const ways = useWayWords(contact.channels);
  const { sentence, caps } = useContactWords(contact);
  const languages = [...new Set(texts.map(({ language }) => language))];
  const [chosen, choose] = useState<string>();
  const language = chosen ?? languages[0] ?? '';
  const [key, setKey] = useState<string>();
  const step = steps.find((one) => keyOf(one) === key) ?? steps.find(({ loans }) => loans > 0) ?? steps[0];
  const { stateOf, removed } = compareSteps(steps, comparedWith?.steps ?? []);
  const loans = steps.reduce((sum, one) => sum + one.loans, 0);
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
              {holiday !== undefined
                ? t`Nobody is reached on this day, a public holiday: ${holiday}.`
                : t`Nobody is reached on this day: it is a day off.`}
            </Status>{' '}
            {t`What is due then waits for the next day.`}
          </p>
        )}
        <p className={kit.muted}>
          {sentence} {caps}
        </p>
        <p className={kit.muted}>
          {t`Each message also appears in the app. Before it is sent, payments, stops, hours and caps are checked again.`}
        </p>
      </div>
      <ol className={styles.days}>
        {steps.map((one) => (
          <li
            key={keyOf(one)}
            data-some={one.loans > 0 ? '' : undefined}
            data-person={one.kind === 'call' ? '' : undefined}
          >
            <button type="button" aria-pressed={one === step} onClick={() => setKey(keyOf(one))}>
              {kinds[one.kind]}
              <small>{ways(one).first}</small>
              <small>{plural(one.loans, { one: '# loan', other: '# loans' })}</small>
              {comparedWith && stateOf(one) !== 'same' && (
                <small>{stateOf(one) === 'new' ? t`new` : t`changed`}</small>
              )}
            </button>
            <span>{dayWords(one.day)}</span>
          </li>
        ))}
      </ol>
      {step && (
        <Chosen
          step={step}
          strategy={strategy}
          language={language}
          against={comparedWith && { version: comparedWith.version, state: stateOf(step) }}
        />
      )}
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

interface ChosenProps {
  readonly step: PreviewStep;
  readonly strategy: ShownStrategy;
  readonly language: string;
  readonly against: { readonly version: number; readonly state: ReturnType<StateOf> } | undefined;
}

type StateOf = ReturnType<typeof compareSteps>['stateOf'];

/** One step: by what, for whom, how many tomorrow, and its words. */
function Chosen({ step, strategy: { texts, contact }, language, against }: ChosenProps): ReactNode {
  const { t } = useLingui();
  const kinds = useKindWords();
  const dayWords = useDayWords();
  const clients = useClientWords();
  const { first, others } = useWayWords(contact.channels)(step);
  const { kind, day, client, amountFrom, loans, stopped } = step;
  const text = texts.find((one) => one.kind === kind && one.language === language)?.text;
  return (
    <section className={styles.step} aria-label={t`The chosen step`}>
      <h3>
        {dayWords(day)}: {kinds[kind] ?? kind}
      </h3>
      <div className={styles.stepParts}>
        <Facts
          items={[
            { label: t`By`, value: [first, others].filter((words) => words !== '').join(', ') },
            {
              label: t`For`,
              value: (
                <>
                  {clients[client ?? '']}
                  {amountFrom !== undefined && (
                    <>
                      , {t`from`} <Money cents={amountFrom} />
                    </>
                  )}
                </>
              ),
            },
            {
              label: t`Tomorrow`,
              value:
                plural(loans, { one: '# loan', other: '# loans' }) +
                (stopped > 0 ? t`, contact stopped for ${stopped}` : ''),
            },
            ...(against
              ? [{ label: t`Against ${against.version}`, value: <Against state={against.state} /> }]
              : []),
          ]}
        />
        {text !== undefined && (
          <blockquote className={styles.message} lang={language}>
            {text}
          </blockquote>
        )}
        {kind === 'call' && (
          <p className={kit.muted}>{t`A task under Collections, with the script of the loan’s days late.`}</p>
        )}
      </div>
    </section>
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
