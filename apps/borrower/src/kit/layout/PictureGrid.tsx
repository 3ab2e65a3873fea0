import { type ReactNode, type Ref, useId, useRef } from 'react';
import { Icon } from './Icon.tsx';
import css from './PictureGrid.module.css';

export interface GridPicture {
  readonly key: string;
  readonly shown: string;
  /** The upload is running. */
  readonly busy: boolean;
}

interface Words {
  readonly add: string;
  readonly remove: (place: number) => string;
  readonly picture: (place: number) => string;
  readonly sending: string;
}

/** Pictures, three a row, each with a remove button. The last cell adds more until there are `maxPictures` (CMP-10). */
export function PictureGrid(props: {
  readonly label: string;
  readonly pictures: readonly GridPicture[];
  readonly maxPictures: number;
  readonly words: Words;
  readonly onAdd: (files: readonly File[]) => void;
  readonly onRemove: (key: string) => void;
}): ReactNode {
  const { label, pictures, maxPictures, words, onAdd, onRemove } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const full = pictures.length >= maxPictures;
  return (
    <div className={css.frame}>
      <label className={css.label} htmlFor={id}>
        {label}
        <span className={css.count}>
          {pictures.length}/{maxPictures}
        </span>
      </label>
      <ul className={css.grid}>
        {pictures.map((picture, index) => (
          <PictureCell
            key={picture.key}
            picture={picture}
            place={index + 1}
            words={words}
            onRemove={() => {
              onRemove(picture.key);
              input.current?.focus();
            }}
          />
        ))}
        <AddCell id={id} inputRef={input} text={words.add} disabled={full} onAdd={onAdd} />
      </ul>
    </div>
  );
}

function PictureCell({
  picture,
  place,
  words,
  onRemove,
}: {
  readonly picture: GridPicture;
  /** The place in the grid, from 1. */
  readonly place: number;
  readonly words: Words;
  readonly onRemove: () => void;
}): ReactNode {
  return (
    <li className={css.cell}>
      <span className={css.square}>
        <img
          className={`${css.picture} ${picture.busy ? css.busy : ''}`}
          src={picture.shown}
          alt={words.picture(place)}
          // The picture is stored, but its address has expired: show a placeholder.
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
        />
        {picture.busy ? <span className={css.turning} role="img" aria-label={words.sending} /> : null}
        <button type="button" className={css.remove} aria-label={words.remove(place)} onClick={onRemove}>
          <Icon name="close" size={18} />
        </button>
      </span>
    </li>
  );
}

/** The last cell: an input for files under a plus sign. */
function AddCell({
  id,
  inputRef,
  text,
  disabled,
  onAdd,
}: {
  readonly id: string;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly text: string;
  readonly disabled: boolean;
  readonly onAdd: (files: readonly File[]) => void;
}): ReactNode {
  return (
    <li className={css.cell}>
      <span className={`${css.square} ${css.adder} ${disabled ? css.full : ''}`}>
        <input
          ref={inputRef}
          id={id}
          className={css.input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/heic"
          multiple
          disabled={disabled}
          onChange={(event) => {
            const chosen = Array.from(event.target.files ?? []);
            // Lets the borrower choose the same picture again after removing it.
            event.target.value = '';
            if (chosen.length > 0) onAdd(chosen);
          }}
        />
        <span className={css.plus} aria-hidden="true">
          <Icon name="plus" />
          <span className={css.addText}>{text}</span>
        </span>
      </span>
    </li>
  );
}
