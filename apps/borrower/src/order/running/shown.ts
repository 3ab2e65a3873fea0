import type { ReactNode } from 'react';
import type { Stepper, StepperMove } from '../choice/Steppers.tsx';

/** The view of the page while another day or more repayments are chosen. */
export interface Shown {
  readonly list: ReactNode;
  readonly actions: ReactNode;
}

/** The exchange between the page and the controls of its story. */
export interface StoryChoice {
  /** The same for every choice: the controls write the figures into it, and show it. */
  readonly lead: ReactNode;
  /** Undefined at rest. */
  readonly shown: Shown | undefined;
  readonly steppers: readonly Stepper[];
  /** The cost of paying today up to a repayment, in cents; undefined if only the server can say. */
  readonly costOf: (no: number) => number | undefined;
}

/** The present choice. The parts of the page that show it listen: a frame of a drag renders these alone. */
export interface ChoiceStore {
  readonly current: () => StoryChoice | undefined;
  readonly set: (choice: StoryChoice) => void;
  /** Calls the listener after each change. Returns the function that ends it. */
  readonly listen: (listener: () => void) => () => void;
}

export function choiceStore(): ChoiceStore {
  let current: StoryChoice | undefined;
  const listeners = new Set<() => void>();
  return {
    current: () => current,
    set: (choice) => {
      current = choice;
      for (const listener of listeners) listener();
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A tap or a key: on a stepper, on a step, or on the flag. */
export type StoryMove =
  | { readonly stepper: number; readonly by: StepperMove }
  | { readonly pay: number }
  | { readonly pay: 'all' };
