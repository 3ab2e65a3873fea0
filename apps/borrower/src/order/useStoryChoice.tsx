import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { money, showDate } from '../app/settings/money.ts';
import type { StoryControls, StoryStep } from '../lending/LoanStory.tsx';
import { stepsOf } from '../lending/story-steps.ts';
import { whenQuiet } from '../net/transport/when-quiet.ts';
import type { Remote as RemoteComponent } from './Remote.tsx';
import { type Stepper, Steppers } from './Steppers.tsx';
import type { StoryChoice, StoryMove } from './shown.ts';

type RemoteModule = { readonly Remote: typeof RemoteComponent };

/** The controls of a running loan's story: what they show now, and the parts that take taps. */
export interface StoryRemote {
  /** Undefined while nothing else than today's amount is chosen. */
  readonly shown: StoryChoice['shown'];
  readonly steps: readonly StoryStep[];
  readonly controls: StoryControls | undefined;
  readonly steppers: ReactNode;
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
  const [choice, setChoice] = useState<StoryChoice>();
  const quote = details?.order.quote;
  const isOffered = quote !== undefined;
  const load = async () => {
    const module = await import('./Remote.tsx');
    setRemote(module);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the script is loaded once
  useEffect(() => (isOffered && !remote ? whenQuiet(load) : undefined), [isOffered, remote]);
  const move = useRef((asked: StoryMove) => {
    moves.queue.push(asked);
    if (moves.take) moves.take();
    else void load().catch(() => undefined);
  }).current;
  const outdated = useRef(onOutdated);
  outdated.current = onOutdated;
  const Remote = remote?.Remote;
  const costOf = choice?.costOf;
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
      overlay: Remote ? (
        <Remote
          details={details}
          orderId={orderId}
          scene={scene}
          moves={moves}
          onChoice={setChoice}
          onOutdated={() => outdated.current()}
        />
      ) : null,
    };
  }, [details, orderId, costOf, Remote, moves, move, t]);
  if (!details || !quote) return undefined;
  const { steps, most } = quote;
  const day = showDate(quote.day, 'short');
  const atRest: Stepper[] = [
    {
      label: t`Day of payment`,
      valueText: `${day}, ${money(quote.amount)}`,
      value: 0,
      min: 0,
      max: 1,
      title: t`Today`,
      sub: day,
      lessName: t`A day earlier`,
      moreName: t`A day later`,
      isChanged: false,
    },
    {
      label: t`Payments to make`,
      valueText: `${t`${steps} of ${most}`}, ${money(quote.amount)}`,
      value: quote.steps,
      min: quote.least,
      max: quote.most,
      title: t`${plural(steps, { one: '# step', other: '# steps' })}`,
      sub: money(quote.amount),
      lessName: t`One payment less`,
      moreName: t`One payment more`,
      isChanged: false,
    },
  ];
  return {
    shown: choice?.shown,
    steps: choice?.steps ?? stepsOf(details.order.repayments),
    controls,
    steppers: (
      <Steppers steppers={choice?.steppers ?? atRest} onMove={(stepper, by) => move({ stepper, by })} />
    ),
  };
}
