import { type ReactNode, useId } from 'react';
import { Star } from './Icon.tsx';
import css from './Stars.module.css';

/** One to five stars, filled up to the chosen one. `nameOf` gives the screen reader's label of each. */
export function Stars({
  label,
  stars,
  onChoose,
  nameOf,
}: {
  readonly label: string;
  readonly stars: number;
  readonly onChoose: (stars: number) => void;
  readonly nameOf: (stars: number) => string;
}): ReactNode {
  const name = useId();
  return (
    <fieldset className={css.stars}>
      <legend className="visually-hidden">{label}</legend>
      {[1, 2, 3, 4, 5].map((star) => (
        <label key={star} className={css.star}>
          <input
            type="radio"
            name={name}
            value={star}
            checked={stars === star}
            onChange={() => onChoose(star)}
            aria-label={nameOf(star)}
          />
          <Star filled={star <= stars} />
        </label>
      ))}
    </fieldset>
  );
}
