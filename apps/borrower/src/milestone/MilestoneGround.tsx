import type { ReactNode } from 'react';
import css from './MilestoneGround.module.css';

/** The brand's ground, until the milestone's script is there. */
export function MilestoneGround(): ReactNode {
  return <div className={css.ground} />;
}
