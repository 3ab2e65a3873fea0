import { type ReactNode, useId } from 'react';
import { Logo } from '../layout/Card.tsx';
import css from './Choice.module.css';

export interface Option {
  readonly key: string;
  readonly name: string;
  readonly hint?: string | undefined;
  /** The address of the option's logo; a plain sign stands for an empty one. */
  readonly logo?: string | undefined;
}

/** A choice of one option, shown as large rows. */
export function Choice({
  label,
  options,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}): ReactNode {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={css.list}>
      {options.map((option) => (
        <label key={option.key} className={`${css.option} ${option.key === chosen ? css.chosen : ''}`}>
          {option.logo === undefined ? null : <Logo src={option.logo} />}
          <span className={css.name}>
            {option.name}
            {option.hint ? <span className={css.hint}>{option.hint}</span> : null}
          </span>
          <input
            type="radio"
            name={name}
            checked={option.key === chosen}
            onChange={() => onChoose(option.key)}
          />
        </label>
      ))}
    </div>
  );
}
