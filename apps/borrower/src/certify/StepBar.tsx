import type { StepProgress } from '@hiram/contract/form';
import type { ReactNode } from 'react';
import css from './StepBar.module.css';

/** How far an application is: a bar of its steps, filled up to this one, with the same in words. */
export function StepBar({
  progress,
  text,
}: {
  /** Undefined: the step is not needed, and has no bar. */
  readonly progress: StepProgress | undefined;
  readonly text: string;
}): ReactNode {
  if (!progress) return null;
  const { no, count } = progress;
  return (
    <p className={css.line}>
      <span className={css.bar} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name
          <i key={index} className={index < no ? css.done : ''} />
        ))}
      </span>
      <span>{text}</span>
    </p>
  );
}
