import { type Found, findKinds, type LookedAt } from '@hiram/contract/console/find';
import { borrowerNumber, orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'wouter';
import type { Screen } from '../app/screen.ts';
import type { IconName } from '../kit/Icon.tsx';
import { useBindings } from '../kit/keys/keys.ts';
import type { Answer } from './useFind.ts';
import { kindIcons, useKindNames, useWayNames } from './words.ts';

/** A line of the list: something found, a screen, or an action of the page. */
export interface Entry {
  readonly value: string;
  /** The text of the line. */
  readonly label: string;
  readonly icon: IconName;
  readonly found?: Found;
  /** The address of the line; undefined: `run` performs it. */
  readonly href?: string;
  readonly run?: () => void;
  /** The key that does the same. */
  readonly hotkey?: string | undefined;
}

export interface EntryGroup {
  readonly value: string;
  readonly label: string;
  /** By what this group was searched. */
  readonly by: string;
  readonly items: readonly Entry[];
}

function labelOf({ kind, id, title, name }: Found): string {
  if (kind === 'order') return orderNumber(title);
  return kind === 'borrower' ? (name ?? borrowerNumber(id)) : title;
}

function hrefOf({ kind, id, orderId }: Found): string {
  if (kind === 'borrower') return `/borrower/${id}`;
  if (kind === 'complaint') return `/complaints/${id}`;
  if (kind === 'staff') return '/staff';
  return orderId === undefined ? '/money-in' : `/loan/${orderId}`;
}

/** The results by kind. */
export function useFoundGroups(answer: Answer | undefined): readonly EntryGroup[] {
  const names = useKindNames();
  const by = useBy();
  if (!answer) return [];
  return findKinds.flatMap((kind): EntryGroup[] => {
    const items = answer.found
      .filter((found) => found.kind === kind)
      .map((found) => ({
        value: `${kind} ${found.id}`,
        label: labelOf(found),
        icon: kindIcons[kind],
        found,
        href: hrefOf(found),
      }));
    const looked = answer.lookedAt.find((one) => one.kind === kind);
    if (items.length === 0 || !looked) return [];
    return [{ value: kind, label: names[kind], by: by(looked), items }];
  });
}

/** By what a kind was searched, in words. */
export function useBy(): (looked: LookedAt) => string {
  const { t } = useLingui();
  const ways = useWayNames();
  return ({ by, hasMore }) => {
    const words = by.map((way) => ways[way]).join(', ');
    return hasMore ? t`by ${words}; the first six` : t`by ${words}`;
  };
}

/** Screens and the page's actions whose names have the typed text; all of them while nothing is typed. */
export function useNamedGroups(typed: string, shown: readonly Screen[]): readonly EntryGroup[] {
  const { t, i18n } = useLingui();
  const [location] = useLocation();
  const text = typed.trim().toLowerCase();
  const fits = ({ label }: Entry) => label.toLowerCase().includes(text);
  const screens = shown.map(
    (screen): Entry => ({
      value: `screen ${screen.path}`,
      label: i18n._(screen.title),
      icon: screen.icon,
      href: screen.path,
      hotkey: screen.letter === undefined ? undefined : `G ${screen.letter}`,
    }),
  );
  const actions = useBindings()
    .filter(({ layer, isShown, key }) => layer === 0 && isShown && !['J', 'K', 'Enter', '/'].includes(key))
    .map(
      ({ key, label, run }): Entry => ({ value: `action ${key}`, label, icon: 'right', run, hotkey: key }),
    );
  const groups: readonly EntryGroup[] = [
    { value: 'screens', label: t`Go to`, by: '', items: screens.filter(fits) },
    { value: 'actions', label: t`Do on this page`, by: location, items: actions.filter(fits) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
