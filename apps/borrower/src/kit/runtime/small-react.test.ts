import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { createElement, lazy, Suspense, useSyncExternalStore } from './small-react.ts';

test('elements have the names that React gives them: attributes of SVG, values, handlers of fields', () => {
  expect(render(createElement('path', { strokeWidth: 2, strokeLinecap: 'round', className: 'line' }))).toBe(
    '<path stroke-width="2" stroke-linecap="round" class="line"></path>',
  );
  const handlersOf = (type: string, props: object) =>
    Object.keys(createElement(type, { ...props, onChange: () => undefined }).props).filter((name) =>
      name.startsWith('on'),
    );
  expect(handlersOf('input', {})).toEqual(['onInput']);
  expect(handlersOf('textarea', {})).toEqual(['onInput']);
  for (const type of ['checkbox', 'radio', 'file'])
    expect(handlersOf('input', { type })).toEqual(['onChange']);
  expect(handlersOf('select', {})).toEqual(['onChange']);
});

test('a lazy part shows the nearest fallback in its place, and a store its value', () => {
  const Part = lazy(() => Promise.resolve({ default: () => 'part' }));
  const Stored = () =>
    useSyncExternalStore(
      () => () => undefined,
      () => 'stored',
    );
  const page = createElement(
    Suspense,
    { fallback: 'wait' },
    createElement(Stored, {}),
    createElement(Part, {}),
  );
  expect(render(page)).toBe('storedwait');
});
