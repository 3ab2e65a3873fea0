import type { ReactNode } from 'react';
import { accent, raised, Scene } from './Scene.tsx';

/** An empty list: an open envelope with an empty sheet. */
export function QuietArt(): ReactNode {
  return (
    <Scene>
      <path d="M72 52l40-30 40 30v54H72z" fill={raised} />
      <path d="M86 62V36h52v26" fill={raised} />
      <path d="M72 54l40 28 40-28M96 46h32M96 56h20" />
      <circle cx="152" cy="30" r="5" fill={accent} stroke="none" />
    </Scene>
  );
}
