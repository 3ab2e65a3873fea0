/**
 * The part of React's API that the screens use, on Preact without its `compat`. The build of the screens puts it in
 * React's place (`smallReact` in `build/vite.config.ts`). A lazy component shows the fallback of the nearest `Suspense`
 * where it will stand; what stands beside it stays.
 */
import {
  type ComponentChildren,
  type ComponentType,
  createContext,
  createElement,
  options,
  hydrate as preactHydrate,
  render as preactRender,
  type VNode,
} from 'preact';
import { useContext, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

// biome-ignore lint/performance/noBarrelFile: it stands for React, whose parts have one name
export { Component, cloneElement, createContext, createElement, createPortal } from 'preact';
export {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks';

/** Attributes of SVG that React writes in camel case. */
const hyphenated = /^(?:stroke|fill|text|font|stop|clip)[A-Z]/;

const isTyped = (type: string, props: { readonly type?: unknown }): boolean =>
  type === 'textarea' || (type === 'input' && !/^(?:file|checkbox|radio)$/.test(String(props.type)));

/** Gives an element the names that Preact knows: React's `onChange` of a typed field is the event `input`. */
const formerVnode = options.vnode;
options.vnode = (vnode) => {
  if (typeof vnode.type === 'string') {
    const props: Record<string, unknown> = {};
    const given = vnode.props as Record<string, unknown>;
    for (const name of Object.keys(given)) {
      if (name === 'onChange' && isTyped(vnode.type, given)) props.onInput = given[name];
      else if (hyphenated.test(name))
        props[name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)] = given[name];
      else props[name] = given[name] ?? undefined;
    }
    vnode.props = props as typeof vnode.props;
  }
  formerVnode?.(vnode);
};

const formerEvent = options.event;
options.event = (event) => {
  const seen = formerEvent ? formerEvent(event) : event;
  return Object.assign(seen, { nativeEvent: seen });
};

/** Reads a store. Renders again when the value changes, also between render and subscription. */
export function useSyncExternalStore<Value>(
  subscribe: (onChange: () => void) => () => void,
  read: () => Value,
): Value {
  const [, update] = useReducer((changes: number, _: undefined) => changes + 1, 0);
  const value = read();
  const rendered = useRef({ value, read });
  rendered.current = { value, read };
  useLayoutEffect(() => {
    const compare = () => {
      if (!Object.is(rendered.current.value, rendered.current.read())) update(undefined);
    };
    compare();
    return subscribe(compare);
  }, [subscribe]);
  return value;
}

const Fallback = createContext<ComponentChildren>(null);

export function Suspense(props: { fallback: ComponentChildren; children?: ComponentChildren }) {
  return createElement(Fallback.Provider, { value: props.fallback, children: props.children });
}

/** A component that is loaded when it is first shown. If loading fails, it throws to the nearest boundary. */
export function lazy<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  let loading: ReturnType<typeof load> | undefined;
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props): ComponentChildren {
    const fallback = useContext(Fallback);
    const [failure, setFailure] = useState<{ readonly reason: unknown }>();
    const [, update] = useReducer((changes: number, _: undefined) => changes + 1, 0);
    useLayoutEffect(() => {
      if (loaded) return;
      loading = loading ?? load();
      loading.then(
        (module) => {
          loaded = module.default;
          update(undefined);
        },
        (reason) => setFailure({ reason }),
      );
    }, []);
    if (failure) throw failure.reason;
    return loaded ? createElement(loaded as ComponentType<unknown>, props as object) : fallback;
  };
}

/** `react-dom/client`. */
export function createRoot(container: Element) {
  return {
    render: (children: ComponentChildren) => {
      // Rendering replaces what the document shows until then.
      container.textContent = '';
      preactRender(children, container);
    },
    unmount: () => preactRender(null, container),
  };
}

export function hydrateRoot(container: Element, children: VNode) {
  preactHydrate(children, container);
  return createRoot(container);
}
