import type { Right } from '@hiram/contract/console/rights';
import type { ScreenPath } from '@hiram/contract/console/screen-roots';
import type { TaskKind } from '@hiram/contract/task-kind';
import type { MessageDescriptor } from '@lingui/core';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { IconName } from '../kit/Icon.tsx';
import type { ScreenProps } from './person.ts';

/** Groups of the navigation, in their order. */
export const groups = ['work', 'people', 'money', 'lender'] as const;

/** A screen of the console. */
export interface Screen {
  /** The address as wouter's pattern: `/borrower/:borrowerId`. */
  readonly path: ScreenPath;
  readonly title: MessageDescriptor;
  readonly icon: IconName;
  /** Without this right the screen says so and loads nothing; undefined: everybody may open it. */
  readonly right: Right | undefined;
  readonly Component: LazyExoticComponent<ComponentType<ScreenProps>>;
  /** True if it shows one brand: of several, one is chosen first. */
  readonly ofOneBrand?: boolean;
  /** The group of its link; without one it has none. */
  readonly group?: (typeof groups)[number];
  /** Kinds of tasks that are done here: their number stands beside the link. */
  readonly kinds?: readonly TaskKind[];
  /** The letter after G that opens it, in upper case. */
  readonly letter?: string;
}

/** A screen, or a part of one such as a dialog, whose script is loaded when it is first opened. */
export const lazyPart = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await load() }));
