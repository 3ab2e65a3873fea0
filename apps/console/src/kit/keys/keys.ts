import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import {
  addBinding,
  allBindings,
  type Binding,
  type KeyChoice,
  keyChoice,
  subscribeToKeys,
} from './key-store.ts';
import { type KeyName, keyFor } from './key-table.ts';

/** The layer of what is shown: an open dialog has one of its own. */
export const LayerContext = createContext(0);

interface KeyOptions {
  /** True if it works now. */
  readonly isOn?: boolean;
  /** True if the foot of the page shows it. */
  readonly isShown?: boolean;
}

/** Binds a key while the component is shown. It is listed at the foot of the page and under `?`. */
export function useKey(
  name: KeyName | undefined,
  label: string,
  run: () => void,
  options: KeyOptions = {},
): void {
  const { isOn = true, isShown = true } = options;
  const layer = useContext(LayerContext);
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (name === undefined || !isOn) return;
    return addBinding({ key: keyFor(name), label, run: () => latest.current(), layer, isShown });
  }, [name, label, layer, isOn, isShown]);
}

/** Every bound key, of all layers. */
export function useBindings(): readonly Binding[] {
  return useSyncExternalStore(subscribeToKeys, allBindings);
}

export function useKeyChoice(): KeyChoice {
  return useSyncExternalStore(subscribeToKeys, keyChoice);
}
