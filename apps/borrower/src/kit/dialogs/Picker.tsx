import { type ReactNode, useEffect, useRef, useState } from 'react';
import css from '../controls/Choice.module.css';
import { Choice, type Option } from '../controls/Choice.tsx';
import { Logo } from '../layout/Card.tsx';
import { Icon } from '../layout/Icon.tsx';
import { PickerSheet } from './PickerSheet.tsx';

/**
 * A picker in a sheet with Confirm and Cancel (BANK-04); with `closesOnChoice` a tap on an option confirms it. Long
 * lists can be searched.
 */
export function Picker(props: {
  readonly title: string;
  readonly options: readonly Option[];
  readonly chosen: string | undefined;
  readonly words: {
    readonly confirm: string;
    readonly cancel: string;
    readonly search: string;
    readonly none: string;
  };
  readonly closesOnChoice?: boolean;
  readonly onConfirm: (key: string | undefined) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const { title, options, words, closesOnChoice = false, onConfirm, onCancel } = props;
  const [chosen, setChosen] = useState(props.chosen);
  const [query, setQuery] = useState('');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('input:checked, [aria-pressed=true]')?.scrollIntoView({ block: 'center' });
  }, []);
  const matches = options.filter(
    (option) => option.name.toLowerCase().indexOf(query.trim().toLowerCase()) >= 0,
  );
  return (
    <PickerSheet
      title={title}
      words={words}
      onConfirm={closesOnChoice ? undefined : () => onConfirm(chosen)}
      onCancel={onCancel}
    >
      {options.length > 8 ? (
        <input
          className={css.search}
          type="search"
          placeholder={words.search}
          aria-label={words.search}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      ) : null}
      <div className={css.scroll} ref={list}>
        {matches.length === 0 ? (
          <p className={css.none}>{words.none}</p>
        ) : closesOnChoice ? (
          <OptionList options={matches} chosen={chosen} onChoose={onConfirm} />
        ) : (
          <Choice label={title} options={matches} chosen={chosen} onChoose={setChosen} />
        )}
      </div>
    </PickerSheet>
  );
}

/** Options of which a tap chooses one. They are buttons: arrow keys move between radio buttons and would choose. */
function OptionList({
  options,
  chosen,
  onChoose,
}: {
  readonly options: readonly Option[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}): ReactNode {
  return (
    <ul className={css.list}>
      {options.map((option) => (
        <li key={option.key}>
          <button
            type="button"
            className={`${css.option} ${css.tap} ${option.key === chosen ? css.chosen : ''}`}
            aria-pressed={option.key === chosen}
            onClick={() => onChoose(option.key)}
          >
            {option.logo === undefined ? null : <Logo src={option.logo} />}
            <span className={css.name}>
              {option.name}
              {option.hint ? <span className={css.hint}>{option.hint}</span> : null}
            </span>
            {option.key === chosen ? <Icon name="check" size={20} /> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
