import { type ReactNode, type Ref, useId } from 'react';
import field from './Field.module.css';
import css from './Segments.module.css';

/** A choice of one of two to four short options, side by side. One tap chooses. */
export function Segments({
  label,
  error,
  options,
  chosen,
  onChoose,
  inputRef,
}: {
  readonly label: string;
  readonly error?: string | undefined;
  readonly options: readonly {
    readonly key: string;
    readonly name: string;
    /** The language of the name, if it is not the page's. */
    readonly lang?: string;
    /** The address of its mark. */
    readonly logo?: string | undefined;
  }[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
  /** The first option, to put the focus on. */
  readonly inputRef?: Ref<HTMLInputElement>;
}): ReactNode {
  const id = useId();
  return (
    <div
      className={field.field}
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <span className={field.label} id={id}>
        {label}
      </span>
      <div className={`${css.row} ${options.length === 3 ? css.three : ''}`}>
        {options.map(({ key, name, lang, logo }, index) => (
          <label key={key} lang={lang} className={`${css.option} ${error ? css.wrong : ''}`}>
            <input
              type="radio"
              name={id}
              ref={index === 0 ? inputRef : undefined}
              checked={key === chosen}
              onChange={() => onChoose(key)}
            />
            <span>
              {logo ? <img src={logo} alt="" width="28" height="28" /> : null}
              {name}
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <span className={field.error} id={`${id}-error`} role="alert">
          {error}
        </span>
      ) : null}
    </div>
  );
}
