import { type ReactNode, useId } from 'react';
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

/** A filled or empty star. */
function Star({ filled }: { readonly filled: boolean }): ReactNode {
  return (
    <svg
      width="36"
      height="36"
      viewBox="0 0 24 24"
      fill={filled ? 'var(--accent)' : 'none'}
      stroke={filled ? 'var(--warning)' : 'var(--ink-muted)'}
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M12 3.500l2.600 5.400 5.900.8-4.300 4.100 1 5.900L12 16.900l-5.200 2.800 1-5.900-4.300-4.100 5.900-.8z" />
    </svg>
  );
}
