import { type ReactNode, useRef } from 'react';
import css from './Tabs.module.css';

/** Tabs by the ARIA pattern: arrow keys move, Home and End jump, and only the chosen tab is in the tab order. */
export function Tabs<Key extends string | number>({
  tabs,
  chosen,
  onChoose,
  label,
}: {
  readonly tabs: readonly { readonly key: Key; readonly name: string }[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
  readonly label: string;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const goTo = (index: number) => {
    const target = (index + tabs.length) % tabs.length;
    const tab = tabs[target];
    if (!tab) return;
    onChoose(tab.key);
    list.current?.querySelectorAll('button')[target]?.focus();
  };
  return (
    <div
      ref={list}
      className={css.tabs}
      role="tablist"
      aria-label={label}
      onKeyDown={(event) => {
        const index = tabs.findIndex((tab) => tab.key === chosen);
        if (event.key === 'ArrowRight') goTo(index + 1);
        if (event.key === 'ArrowLeft') goTo(index - 1);
        if (event.key === 'Home') goTo(0);
        if (event.key === 'End') goTo(tabs.length - 1);
      }}
    >
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          className={css.tab}
          aria-selected={tab.key === chosen}
          tabIndex={tab.key === chosen ? 0 : -1}
          onClick={() => onChoose(tab.key)}
        >
          {tab.name}
        </button>
      ))}
    </div>
  );
}
