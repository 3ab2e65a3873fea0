import { type ComponentType, createElement, type ReactNode, useLayoutEffect, useReducer } from 'react';

/** A module that the first view does not need. */
export interface LaterModule<Module> {
  /** Undefined until it is loaded. */
  readonly now: Module | undefined;
  /** Loads it. One that did not load is requested again at the next call. */
  readonly load: () => Promise<Module>;
}

const all: LaterModule<unknown>[] = [];

/**
 * Declares a module that this page needs soon, but not for the first view that the server rendered: failures, skeletons,
 * sending a call, and what checks an answer. The page loads all of them when that view works, and without one before it
 * renders anything. They are one file (`later` in `build/build.ts`) and the declarations of the screen's calls.
 */
export function later<Module>(importIt: () => Promise<Module>): LaterModule<Module> {
  let now: Module | undefined;
  let loading: Promise<Module> | undefined;
  const keep = (module: Module): Module => {
    now = module;
    return module;
  };
  const fail = (reason: unknown): never => {
    loading = undefined;
    throw reason;
  };
  const module: LaterModule<Module> = {
    get now() {
      return now;
    },
    load: () => {
      loading = loading ?? importIt().then(keep, fail);
      return loading;
    },
  };
  all.push(module);
  return module;
}

/** Loads everything that is declared so. */
export async function loadLater(): Promise<void> {
  await Promise.all(all.map(({ load }) => load()));
}

/** Whether such a component has rendered: the server tells the page that its first view needs them. */
export const laterParts = { areShown: false };

/** A component of such a module. Until it is loaded nothing stands in its place. */
export function laterPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const part = later(load);
  return function LaterPart(props: Props): ReactNode {
    const [, update] = useReducer((changes: number) => changes + 1, 0);
    laterParts.areShown = true;
    useLayoutEffect(() => {
      // Without its file the page is broken as a whole: the page's start says so.
      if (!part.now)
        part.load().then(
          () => update(),
          () => undefined,
        );
    }, []);
    return part.now ? createElement(part.now as ComponentType<object>, props as object) : null;
  };
}
