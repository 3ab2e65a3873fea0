import type { ReactNode } from 'react';
import { settings } from '../../app/settings/settings.ts';
import { Walker } from '../../art/Walker.tsx';

/** The figures of a story that only one brand's drawing needs. */
export function StoryArt({
  figure,
  count = 1,
}: {
  readonly figure: 'walker' | 'flag' | 'trail';
  /** The milestones of the trail. */
  readonly count?: number;
}): ReactNode {
  if (figure === 'trail') return <Trail count={count} />;
  if (figure === 'flag') return <Flag />;
  return (
    <svg width="28" height="37" viewBox="0 0 30 40" aria-hidden="true">
      <Walker story={settings.look.story} />
    </svg>
  );
}

/** The end of the loan. */
function Flag(): ReactNode {
  return (
    <svg width="26" height="34" viewBox="0 0 34 44" aria-hidden="true">
      <circle cx="22" cy="15" r="11" fill="var(--art-3)" opacity=".35" />
      <path d="M10 44V4" stroke="var(--ink-muted)" strokeWidth="2.400" strokeLinecap="round" />
      <path d="M10 5h17l-4.500 6L27 17H10z" fill="var(--art-3)" />
    </svg>
  );
}

/** The footpath behind the milestones: it winds from one to the next. */
function Trail({ count }: { readonly count: number }): ReactNode {
  const at = (index: number): string => `${index * 60 + 30} ${index % 2 === 0 ? 58 : 34}`;
  const bends = Array.from({ length: count - 1 }, (_, index) => {
    const [from, to] = [index * 60 + 30, index * 60 + 90];
    const [low, high] = index % 2 === 0 ? [58, 34] : [34, 58];
    return `C${from + 32} ${low} ${to - 32} ${high} ${at(index + 1)}`;
  });
  const line = `M0 46Q14 58 ${at(0)}${bends.join('')}L${count * 60} ${count % 2 === 0 ? 40 : 52}`;
  return (
    <svg viewBox={`0 0 ${count * 60} 92`} preserveAspectRatio="none" fill="none" aria-hidden="true">
      <path
        d={line}
        stroke="var(--deep)"
        strokeWidth="14"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={line}
        stroke="var(--primary)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray=".1 9"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
