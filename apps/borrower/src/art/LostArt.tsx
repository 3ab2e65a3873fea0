import type { ReactNode } from 'react';
import { accent, raised, Scene } from './Scene.tsx';

/** A page that does not exist: a signpost. */
export function LostArt(): ReactNode {
  return (
    <Scene>
      <path d="M112 112V24" />
      <path d="M112 32h44l10 10-10 10h-44zM112 60H72L62 70l10 10h40z" fill={raised} />
      <circle cx="112" cy="20" r="6" fill={accent} stroke="none" />
    </Scene>
  );
}

/** No network: a cloud without a signal. */
export function OfflineArt(): ReactNode {
  return (
    <Scene>
      <path d="M80 70a19 19 0 012-38 31 31 0 0158-6 23 23 0 015 44z" fill={raised} />
      <path d="M98 84a22 22 0 0128 0M106 94a10 10 0 0112 0" opacity=".5" />
      <circle cx="112" cy="104" r="3.500" fill={accent} stroke={accent} />
      <path d="M146 18L82 86" stroke={accent} strokeWidth="4" />
    </Scene>
  );
}
