import { Combobox as Base } from '@base-ui/react/combobox';
import { type ReactNode, useId } from 'react';
import styles from './kit.module.css';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface Props {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: Option | null;
  readonly onChange: (option: Option | null) => void;
  /** Shown where nothing matches. */
  readonly nothing: string;
}

/** One of many options, found by typing. */
export function Combobox({ label, options, value, onChange, nothing }: Props): ReactNode {
  const id = useId();
  return (
    <Base.Root items={options} value={value} onValueChange={onChange}>
      <div className={styles.field}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <Base.Input id={id} />
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className={styles.positioner}>
          <Base.Popup className={styles.menu}>
            <Base.Empty className={styles.empty}>{nothing}</Base.Empty>
            <Base.List>
              {(option: Option) => (
                <Base.Item key={option.value} value={option} className={styles.menuItem}>
                  {option.label}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
