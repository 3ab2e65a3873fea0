import { type ComponentType, lazy } from 'react';

/**
 * A part of a screen whose script is loaded only when it is shown. If the script does not load, the part is left out
 * and the rest of the screen stays usable.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const nothing: ComponentType<Props> = () => null;
  return lazy(() =>
    load()
      .catch(() => nothing)
      .then((part) => ({ default: part })),
  );
}
