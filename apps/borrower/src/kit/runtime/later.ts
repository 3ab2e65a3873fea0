import { type ComponentType, createElement, type ReactNode, useLayoutEffect, useReducer } from 'react';

/** A module that the first view does not need. */
export interface LaterModule<Module> {
  /** Undefined until it is loaded. */
  readonly now: Module | undefined;
  /** Runs it at once if it is loaded, and otherwise when it is. Nothing happens if it does not load. */
  readonly use: (run: (module: Module) => void) => void;
  /** Loads it. One that did not load is requested again at the next call. */
  readonly load: () => Promise<Module>;
}

/** Modules that the page needs before it renders without a view, and modules that it needs when it has rendered. */
const all: LaterModule<unknown>[] = [];
const neededAfterRender: LaterModule<unknown>[] = [];

/**
 * Declares a module that this page needs soon, but not for the first view that the server rendered: failures, skeletons,
 * sending a call, and what checks an answer. The page loads all of them when that view works, and without one before it
 * renders anything. They are one file (`later` in `build/script-groups.ts`) and the declarations of the screen's calls.
 */
export function later<Module>(importIt: () => Promise<Module>, declared = all): LaterModule<Module> {
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
  const load = () => {
    loading = loading ?? importIt().then(keep, fail);
    return loading;
  };
  const module: LaterModule<Module> = {
    get now() {
      return now;
    },
    use: (run) => (now ? run(now) : void load().then(run, () => undefined)),
    load,
  };
  declared.push(module);
  return module;
}

/**
 * Declares a module that a rendered page needs: for a tap, another screen or a fault. The page renders
 * without it, then loads it.
 */
export const afterRender = <Module>(importIt: () => Promise<Module>): LaterModule<Module> =>
  later(importIt, neededAfterRender);

const loadAll = (modules: readonly LaterModule<unknown>[]): Promise<unknown> =>
  Promise.all(modules.map(({ load }) => load()));

/** Loads everything that the page needs if it renders without a view. */
export const loadLater = (): Promise<unknown> => loadAll(all);

/** Loads what a rendered page needs too. */
export const loadRest = (): Promise<unknown> => loadAll(all.concat(neededAfterRender));

/** True if such a component has rendered: the server tells the page that its first view needs them. */
export const laterParts = { areShown: false };

/** A component of such a module, which `declare` declares. Until it is loaded nothing stands in its place. */
export function laterPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  declare: typeof afterRender = later,
): ComponentType<Props> {
  const part = declare(load);
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
