import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import css from './LimitCard.module.css';

const StoryStrip = lazyPart(() =>
  import('../lending/story/StoryStrip.tsx').then((module) => module.StoryStrip),
);

/** The steps of the picture: the limit, the next one, and one beyond it. */
const rungs = 3;

/** The most that is lent now, and what the next limit is and takes. */
export function LimitCard({
  limitText,
  nextLimitText,
}: {
  readonly limitText?: string | undefined;
  readonly nextLimitText?: string | undefined;
}): ReactNode {
  if (!limitText) return null;
  return (
    <section className={css.limit}>
      <span className={css.art}>
        <Suspense fallback={null}>
          <StoryStrip count={rungs} paid={1} />
        </Suspense>
      </span>
      <p className={css.words}>
        <b>{limitText}</b>
        {nextLimitText}
      </p>
    </section>
  );
}
