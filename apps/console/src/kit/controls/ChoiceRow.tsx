import { type ReactNode, useId } from 'react';
import styles from './ChoiceRow.module.css';

interface ChoiceRowsProps {
  readonly legend: string;
  /** The choices: `ChoiceRow`. */
  readonly children: ReactNode;
}

/** Several ways of which one is chosen. */
export function ChoiceRows({ legend, children }: ChoiceRowsProps): ReactNode {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface ChoiceRowProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** One of several ways, as a radio button across the dialog. */
export function ChoiceRow({ isChosen, onChoose, children }: ChoiceRowProps): ReactNode {
  const id = useId();
  return (
    <label className={styles.choice} htmlFor={id}>
      <input id={id} type="radio" name="choice" checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  );
}
