import type { ShownStep } from '@hiram/contract/console/strategy';

export const keyOf = ({ day, kind, client }: ShownStep) => `${day} ${kind} ${client ?? ''}`;

const sayOf = (step: ShownStep) => `${keyOf(step)} ${step.channel ?? ''} ${step.amountFrom ?? ''}`;
const isAlike = (one: ShownStep, other: ShownStep) => one.day === other.day && one.kind === other.kind;

/** What became of the steps of another version: `stateOf` has the earlier form of a step that changed. */
export function compareSteps(steps: readonly ShownStep[], others: readonly ShownStep[]) {
  const said = new Set(others.map(sayOf));
  const stateOf = (step: ShownStep): 'same' | 'new' | ShownStep =>
    said.has(sayOf(step)) ? 'same' : (others.find((other) => isAlike(step, other)) ?? 'new');
  return { stateOf, removed: others.filter((other) => !steps.some((step) => isAlike(step, other))) };
}
