import { type ReactNode, useEffect, useRef } from 'react';
import styles from '../kit.module.css';

interface Props<Value extends string> {
  /** The name of the group, for assistive technology. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly count?: number }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One choice among a few, each with how many there are. */
export function Tabs<Value extends string>({ label, options, value, onChange }: Props<Value>): ReactNode {
  const chosen = useRef<HTMLButtonElement>(null);
  // On a narrow page they are one line that scrolls: the chosen one is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one is chosen
  useEffect(() => {
    const tab = chosen.current;
    tab?.parentElement?.scrollTo?.({ left: tab.offsetLeft - tab.parentElement.offsetLeft - 40 });
  }, [value]);
  return (
    <fieldset className={styles.tabs} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          ref={option.value === value ? chosen : undefined}
          type="button"
          className={styles.tab}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
