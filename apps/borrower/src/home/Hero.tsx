import type { ReactNode } from 'react';
import { settings } from '../app/settings/settings.ts';
import { BrandArt } from '../art/BrandArt.tsx';
import css from './Hero.module.css';

/** The lower edge of the brand's coloured ground. */
const edges = {
  steps: 'M0 0h390v1h-78v6.500h-78V14h-78v6.500H78V27H0z',
  arch: 'M0 0h390v4c-80 0-150 8-195 23C150 12 80 4 0 4z',
} as const;

/** The head of the home page: on the brand's ground, with words or an amount, and a scene or the brand's edge. */
export function Hero({
  scene,
  children,
}: {
  readonly scene?: 'home' | 'settled';
  readonly children: ReactNode;
}): ReactNode {
  const { edge } = settings.look;
  const path = edge === 'steps' || edge === 'arch' ? edges[edge] : undefined;
  return (
    <div className={`${css.hero} ${scene ? '' : css.plain}`}>
      <div className={css.words}>{children}</div>
      {scene ? (
        <div className={css.scene}>
          <BrandArt svg={settings.art[scene]} />
        </div>
      ) : null}
      {!scene && path ? (
        <svg className={css.edge} viewBox="0 0 390 28" preserveAspectRatio="none" aria-hidden="true">
          <path d={path} fill="var(--deep)" />
        </svg>
      ) : null}
    </div>
  );
}

export function HeroTitle({
  title,
  text,
}: {
  readonly title: ReactNode;
  readonly text?: ReactNode;
}): ReactNode {
  return (
    <>
      <h2 className={css.title}>{title}</h2>
      {text ? <p className={css.text}>{text}</p> : null}
    </>
  );
}
