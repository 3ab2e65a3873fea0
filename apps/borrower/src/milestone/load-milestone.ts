import { type ComponentType, lazy, useEffect } from 'react';
import { loadTexts } from '../i18n/i18n.ts';

/**
 * A milestone's page, whose script and texts are loaded when it is shown: few visits show one. If they do not load, the page
 * behind it is shown.
 */
export function lazyMilestone<Props extends { readonly onEnd: () => void }>(
  load: () => Promise<ComponentType<Props>>,
) {
  return lazy(() =>
    Promise.all([load(), loadMilestoneTexts()])
      .then(([part]) => part)
      .catch((): ComponentType<Props> => EndAtOnce)
      .then((part) => ({ default: part })),
  );
}

async function loadMilestoneTexts(): Promise<void> {
  const { cataloguesOf } = await import('../i18n/catalogues.ts');
  await loadTexts((language) => cataloguesOf('milestone/Milestone.tsx', language));
}

function EndAtOnce({ onEnd }: { readonly onEnd: () => void }): null {
  useEffect(onEnd, [onEnd]);
  return null;
}
