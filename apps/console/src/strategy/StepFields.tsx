import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { Select } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';
import styles from './strategy.module.css';
import { useChannelWords, useClientWords, useKindWords } from './words.ts';

/** A step as it is stored. What this form does not change stays as it is. */
interface Step {
  readonly day: number;
  readonly kind: string;
  readonly channel?: string | undefined;
  readonly client?: string | undefined;
}

/** The steps of JSON; undefined if it has none. */
function stepsOf(body: string): readonly Step[] | undefined {
  try {
    const steps: unknown = JSON.parse(body);
    return Array.isArray(steps) ? steps : undefined;
  } catch {
    return undefined;
  }
}

interface Props {
  readonly body: string;
  readonly onChange: (body: string) => void;
}

/** The steps of a strategy, one in a row. The server checks them when they are saved. */
export function StepFields({ body, onChange }: Props): ReactNode {
  const { t } = useLingui();
  const kinds = useKindWords();
  const channels = useChannelWords();
  const clients = useClientWords();
  const steps = stepsOf(body);
  if (!steps) return <p role="alert">{t`This is no list of steps.`}</p>;
  const write = (next: readonly Step[]) => onChange(JSON.stringify(next, null, 2));
  const set = (at: number, change: Partial<Step>) =>
    write(steps.map((step, index) => (index === at ? { ...step, ...change } : step)));
  const choice = (
    label: string,
    value: string,
    words: Readonly<Record<string, string>>,
    onChoose: (value: string) => void,
  ) => (
    <Select
      className={kit.field}
      aria-label={label}
      value={value}
      options={Object.entries(words).map(([key, word]) => ({ value: key, label: word }))}
      onChange={onChoose}
    />
  );
  const heads = { day: t`Days after due`, kind: t`What`, channel: t`Send by`, client: t`Only for` };
  const last = steps.at(-1)?.day ?? 0;
  return (
    <>
      <ul className={styles.fields}>
        <li className={styles.heads} aria-hidden="true">
          {Object.values(heads).map((head) => (
            <span key={head}>{head}</span>
          ))}
        </li>
        {steps.map((step, at) => {
          const no = at + 1;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps in their order
            <li key={at}>
              <strong className={styles.no} aria-hidden="true">{t`Step ${no}`}</strong>
              <span className={styles.own} aria-hidden="true">
                {heads.day}
              </span>
              <input
                type="number"
                className={kit.field}
                aria-label={t`Step ${no}: day`}
                value={step.day}
                onChange={(event) => set(at, { day: Number(event.currentTarget.value) })}
              />
              <span className={styles.own} aria-hidden="true">
                {heads.kind}
              </span>
              {choice(t`Step ${no}: message`, step.kind, kinds, (kind) => set(at, { kind }))}
              <span className={styles.own} aria-hidden="true">
                {heads.channel}
              </span>
              {choice(
                t`Step ${no}: first by`,
                step.channel ?? '',
                { '': t`the brand’s order`, ...channels },
                (channel) => set(at, { channel: channel || undefined }),
              )}
              <span className={styles.own} aria-hidden="true">
                {heads.client}
              </span>
              {choice(t`Step ${no}: only for`, step.client ?? '', clients, (client) =>
                set(at, { client: client || undefined }),
              )}
              <Button onClick={() => write(steps.filter((_step, index) => index !== at))}>{t`Remove`}</Button>
            </li>
          );
        })}
      </ul>
      <Button onClick={() => write([...steps, { day: last + 1, kind: 'late' }])}>{t`Add a step`}</Button>
    </>
  );
}
