import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import css from './Choice.module.css';
import { Choice, type Option } from './Choice.tsx';
import { Dialog } from './Dialog.tsx';

/** A picker in a sheet with Confirm and Cancel. Long lists can be searched (BANK-04). */
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
  readonly onConfirm: (key: string | undefined) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const { title, options, words, onConfirm, onCancel } = props;
  const [chosen, setChosen] = useState(props.chosen);
  const [query, setQuery] = useState('');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('input:checked')?.scrollIntoView({ block: 'center' });
  }, []);
  const matches = options.filter(
    (option) => option.name.toLowerCase().indexOf(query.trim().toLowerCase()) >= 0,
  );
  return (
    <Dialog
      title={title}
      look="sheet"
      maskCloses
      onClose={onCancel}
      buttons={
        <>
          <Button look="secondary" onTap={onCancel}>
            {words.cancel}
          </Button>
          <Button onTap={() => onConfirm(chosen)}>{words.confirm}</Button>
        </>
      }
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
        ) : (
          <Choice label={title} options={matches} chosen={chosen} onChoose={setChosen} logos />
        )}
      </div>
    </Dialog>
  );
}
