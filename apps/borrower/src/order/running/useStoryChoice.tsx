import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { money } from '../../app/settings/money.ts';
import type { StoryControls, StoryStep } from '../../lending/story/LoanStory.tsx';
import { whenQuiet } from '../../net/transport/when-quiet.ts';
import css from '../choice/Remote.module.css';
import type { Remote as RemoteComponent } from '../choice/Remote.tsx';
import { type Stepper, Steppers, useSteppers } from '../choice/Steppers.tsx';
import { type ChoiceStore, choiceStore, type Shown, type StoryChoice, type StoryMove } from './shown.ts';

type RemoteModule = { readonly Remote: typeof RemoteComponent };

/** The controls of a running loan's story: what they show now, and the parts that take taps. */
export interface StoryRemote {
  readonly store: ChoiceStore;
  readonly controls: StoryControls | undefined;
  /** The steppers of today's amount, before the script with the other choices is there. */
  readonly atRest: readonly Stepper[];
  readonly move: (request: StoryMove) => void;
}

/** Selects from the present choice what a part of the page needs. The part is rendered again when that changes. */
function useChoice<T>(store: ChoiceStore | undefined, pick: (choice: StoryChoice | undefined) => T): T {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const picked = pick(store?.current());
  const latest = useRef({ pick, picked });
  latest.current = { pick, picked };
  useEffect(() => {
    const follow = () => {
      if (latest.current.pick(store?.current()) !== latest.current.picked) renderAgain();
    };
    follow();
    return store?.listen(follow);
  }, [store]);
  return picked;
}

/** The page's lead, and beside it the lead of a choice, hidden at rest: a frame of a drag renders nothing. */
export function ChosenLead({
  remote,
  children,
}: {
  readonly remote: StoryRemote | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const lead = useChoice(remote?.store, (choice) => choice?.lead);
  return (
    <div className={css.leads}>
      <div>{children}</div>
      {lead}
    </div>
  );
}

/** A part of the page while another day or more repayments are chosen; `children` at rest. */
export function ChosenPart({
  remote,
  part,
  children,
}: {
  readonly remote: StoryRemote | undefined;
  readonly part: keyof Shown;
  readonly children?: ReactNode;
}): ReactNode {
  return useChoice(remote?.store, (choice) => choice?.shown?.[part]) ?? children ?? null;
}

/** Whether the chosen day takes one payment more. */
const canPayMore = ([, payments]: readonly Stepper[] = []): boolean =>
  payments !== undefined && payments.value < payments.max;
export const useCanPayMore = (remote: StoryRemote | undefined): boolean =>
  useChoice(remote?.store, (choice) => canPayMore(choice?.steppers ?? remote?.atRest));

/** Whether another day or more payments are chosen. */
export const useIsMoved = (remote: StoryRemote | undefined): boolean =>
  useChoice(remote?.store, (choice) => choice?.shown !== undefined);

/** The steppers below the drawing. */
export function ChosenSteppers({
  remote: { store, atRest, move },
}: {
  readonly remote: StoryRemote;
}): ReactNode {
  const steppers = useChoice(store, (choice) => choice?.steppers) ?? atRest;
  return <Steppers steppers={steppers} onMove={(stepper, by) => move({ stepper, by })} />;
}

/**
 * Makes the story a control. Its script is loaded when the page is quiet, or at the first touch; until then the page shows
 * today's figures and keeps the taps.
 */
export function useStoryRemote(
  details: LoanDetails | undefined,
  orderId: OrderId,
  onOutdated: () => void,
): StoryRemote | undefined {
  const { t } = useLingui();
  const scene = useRef<HTMLDivElement>(null);
  const [moves] = useState<{ queue: StoryMove[]; take: (() => void) | undefined }>(() => ({
    queue: [],
    take: undefined,
  }));
  const [remote, setRemote] = useState<RemoteModule>();
  const [store] = useState(choiceStore);
  const quote = details?.order.quote;
  const isOffered = quote !== undefined;
  const load = async () => {
    const module = await import('../choice/Remote.tsx');
    setRemote(module);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the script is loaded once
  useEffect(() => (isOffered && !remote ? whenQuiet(load) : undefined), [isOffered, remote]);
  const move = useRef((request: StoryMove) => {
    moves.queue.push(request);
    if (moves.take) moves.take();
    else void load().catch(() => undefined);
  }).current;
  const outdated = useRef(onOutdated);
  outdated.current = onOutdated;
  const Remote = remote?.Remote;
  const costOf = useChoice(store, (choice) => choice?.costOf);
  const atRest = useSteppers(quote && { quote, rest: quote, moreFrom: quote.moreFrom });
  const isRising = useChoice(store, (choice) => canPayMore(choice?.steppers ?? atRest));
  // The same object while the drawing stays the same: a drag then renders only the figures.
  const controls = useMemo((): StoryControls | undefined => {
    if (!details) return undefined;
    const unpaid = details.order.repayments.filter(({ state }) => state !== 'paid');
    const countUntil = (no: number) => unpaid.findIndex(({ periodNo }) => periodNo === no) + 1;
    const nameOf = (step: StoryStep) => {
      const cost = money(costOf?.(step.no) ?? step.amount);
      return t`Payment ${step.no}, ${step.when}. Pay up to here: ${cost}`;
    };
    const last = unpaid[unpaid.length - 1]?.periodNo ?? 0;
    return {
      scene,
      nameOf,
      goalName: t`Pay it all off: ${money(costOf?.(last) ?? details.order.due?.owedInAll ?? 0)}`,
      onStep: ({ no }) => move({ pay: countUntil(no) }),
      onGoal: () => move({ pay: 'all' }),
      isRising,
      dueUntil: unpaid[(quote?.steps ?? 0) - 1]?.periodNo ?? 0,
      due: quote?.amount ?? 0,
      overlay: Remote ? (
        <Remote
          details={details}
          orderId={orderId}
          scene={scene}
          moves={moves}
          onChoice={store.set}
          onOutdated={() => outdated.current()}
        />
      ) : null,
    };
  }, [details, quote, orderId, costOf, isRising, Remote, moves, move, store, t]);
  if (!details || !quote) return undefined;
  return { store, controls, atRest, move };
}
