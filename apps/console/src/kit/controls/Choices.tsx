import type { ReactNode } from 'react';
import kit from '../kit.module.css';

interface ChoiceProps {
  readonly label: string;
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

/** A box with its words. */
export function Choice({ label, isChosen, isDisabled = false, onChange }: ChoiceProps): ReactNode {
  return (
    <label className={kit.choice}>
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  /** Boxes that can be ticked at once. */
  readonly max?: number;
  readonly onChange: (chosen: readonly Value[]) => void;
}

/** Boxes of which several can be ticked. */
export function Choices<Value extends string>({
  legend,
  choices,
  chosen,
  max = choices.length,
  onChange,
}: ChoicesProps<Value>): ReactNode {
  return (
    <fieldset className={kit.choices}>
      <legend>{legend}</legend>
      {choices.map(({ value, label }) => (
        <Choice
          key={value}
          label={label}
          isChosen={chosen.includes(value)}
          isDisabled={!chosen.includes(value) && chosen.length >= max}
          onChange={(isChosen) =>
            onChange(isChosen ? [...chosen, value] : chosen.filter((other) => other !== value))
          }
        />
      ))}
    </fieldset>
  );
}
