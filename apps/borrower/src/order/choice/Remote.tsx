import type { OrderId } from '@hiram/contract/ids';
import type { StepsQuote } from '@hiram/contract/loan';
import type { LoanDetails } from '@hiram/contract/order';
import { daysBetween, localDate } from '@hiram/loan/local-date';
import { rulesVersion } from '@hiram/loan/terms';
import { useLingui } from '@lingui/react/macro';
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { callContext } from '../../app/settings/context.ts';
import { showDate } from '../../app/settings/money.ts';
import { settings } from '../../app/settings/settings.ts';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import { send } from '../../net/transport/client.ts';
import { quoteSteps } from '../calls.ts';
import type { StoryChoice, StoryMove } from '../running/shown.ts';
import css from './Remote.module.css';
import {
  type LeadTexts,
  RemoteActions,
  RemoteLead,
  useLeadTexts,
  useRefusalText,
  useWords,
  writeLead,
} from './RemoteParts.tsx';
import {
  type Answer,
  addedOn,
  type Choice,
  chooseDay,
  dayOf,
  daysToChoose,
  isSameChoice,
  type Quoting,
  type Refusal,
} from './remote-choice.ts';
import { quotingOf } from './remote-quoting.ts';
import { useSteppers } from './Steppers.tsx';
import { type Drawing, dayWidth, measure, place, type Shape, watchWalker } from './walker-gesture.ts';

/** Below the controls: it follows them. */
const loadList = () => import('./RemoteList.tsx');
const RemoteList = lazyPart(() => loadList().then((module) => module.RemoteList));
const RemoteAfter = lazyPart(() => loadList().then((module) => module.RemoteAfter));

/** Milliseconds from the last change until the server is asked, and until the change is read out. */
const askMs = 150;
/** Milliseconds for which a held walker rests before everything but the amount follows it. */
const pauseMs = 120;
/** Texts of a drag that one frame writes. */
const textsOfFrame = 2;
const sayMs = 500;
/** Frames that are computed at a time before they are needed, and the milliseconds between two times. */
const aheadCount = 3;
const aheadMs = 20;

export interface RemoteProps {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
  readonly scene: RefObject<HTMLDivElement | null>;
  /** Takes taps and keys, also those that came before this part was loaded. */
  readonly moves: { queue: StoryMove[]; take: (() => void) | undefined };
  readonly onChoice: (choice: StoryChoice) => void;
  /** The loan has other events than this page knows. */
  readonly onOutdated: () => void;
}

/** The stairs as a control: a day and a number of repayments, chosen by dragging, taps or keys, with their cost. */
export function Remote({ details, orderId, scene, moves, onChoice, onOutdated }: RemoteProps): ReactNode {
  const { t } = useLingui();
  const { order } = details;
  const restQuote = order.quote as StepsQuote;
  const today = restQuote.day;
  const rest: Choice = { days: 0, steps: restQuote.least };
  const last = order.repayments[order.repayments.length - 1];
  const lastDays = daysToChoose(today, last?.dueDate ?? today);
  // A loan of one payment takes none before a day: a reminder of an earlier one would lead to nothing.
  const firstDay =
    restQuote.payable || !restQuote.payableFrom
      ? 1
      : daysBetween(localDate(today), localDate(restQuote.payableFrom));
  const maxDays = firstDay > lastDays ? 0 : lastDays;
  const [hasOtherRules, setHasOtherRules] = useState(false);
  const quoting = useMemo(
    () => (hasOtherRules ? undefined : quotingOf(order.loan, today)),
    [order.loan, today, hasOtherRules],
  );
  const [choice, setChoice] = useState<Choice>(rest);
  const [blockedFrom, setBlockedFrom] = useState<Refusal>();
  const current = useRef(choice);
  current.current = choice;
  const isAtRest = isSameChoice(choice, rest);
  const confirmed = useConfirmed(choice, {
    isAtRest,
    quoting,
    orderId,
    details,
    onOutdated,
    setHasOtherRules,
  });
  const answer = answerOf(choice, { quoting, confirmed, restQuote, isAtRest });

  useEffect(() => void loadList().catch(() => undefined), []);
  const unpaid = useMemo(() => order.repayments.filter(({ state }) => state !== 'paid'), [order.repayments]);
  const clamp = ({ days, steps }: Choice): Choice => ({
    days: chooseDay(days, current.current.days, firstDay, maxDays),
    steps: Math.max(restQuote.least, Math.min(restQuote.most, steps)),
  });
  /** More than the loan takes on that day is not chosen: the page says from when it does. */
  const blockedOn = (wanted: Choice): Refusal | undefined => {
    const quote = quoting?.(wanted);
    if (!quote || quote.payable || quote.steps <= quote.least || !quote.payableFrom) return undefined;
    const no = unpaid[quote.steps - 1]?.periodNo ?? 0;
    return { from: quote.payableFrom, no, isAll: quote.steps >= restQuote.most };
  };
  const take = (next: Choice) => setChoice((before) => (isSameChoice(before, next) ? before : next));
  const choose = (wanted: Choice) => {
    const next = clamp(wanted);
    const from = blockedOn(next);
    setBlockedFrom(from);
    if (!from) take(next);
  };
  const drawing = useRef<Drawing>(undefined);
  const lead = useRef<HTMLDivElement>(null);
  /** Where the finger has the walker: only the drawing and the amount follow at once. */
  const dragged = useRef<Choice>(undefined);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const textsOf = useLeadTexts(unpaid);
  const wordsOf = useWords();
  const drawingOf = drawingsOf(order.repayments, rest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a choice looks like follows from these
  const frames = useMemo(() => new Map<string, Frame>(), [quoting, order, t]);
  const frameOf = (next: Choice): Frame => {
    const key = `${next.days} ${next.steps}`;
    // What the server confirms is said only of the choice that rests.
    const isOwn = confirmed === undefined || !isSameChoice(confirmed.choice, next);
    const known = isOwn ? frames.get(key) : undefined;
    if (known) return known;
    const shown = answerOf(next, { quoting, confirmed, restQuote, isAtRest: isSameChoice(next, rest) });
    const frame = { shape: drawingOf(next, shown), texts: textsOf(shown, blockedOn(next)) };
    if (isOwn) frames.set(key, frame);
    return frame;
  };
  const latestFrame = useRef(frameOf);
  latestFrame.current = frameOf;
  /** Writes texts into the lead, at most so many of them. Returns whether all are written. */
  const showLead = (said: LeadTexts, isShown: boolean, most?: number): boolean => {
    if (!lead.current) return true;
    lead.current.parentElement?.toggleAttribute('data-chosen', isShown);
    return writeLead(lead.current, said, most);
  };
  const draw = (next: Choice) => {
    const parts = drawing.current ?? (scene.current ? measure(scene.current) : undefined);
    if (parts) place(parts, frameOf(next).shape);
  };
  /** The texts of a drag come with the frames after its drawing, the amount first: no frame has the work of two. */
  const textTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const showTexts = () => {
    textTimer.current = undefined;
    const next = dragged.current;
    if (!next || showLead(latestFrame.current(next).texts, !isSameChoice(next, rest), textsOfFrame)) return;
    requestAnimationFrame(() => {
      textTimer.current ??= setTimeout(showTexts);
    });
  };
  useEffect(
    () => () => {
      clearTimeout(pause.current);
      clearTimeout(textTimer.current);
    },
    [],
  );
  const write = () => {
    if (dragged.current) {
      draw(dragged.current);
      showLead(frameOf(dragged.current).texts, !isSameChoice(dragged.current, rest));
    } else showLead(textsOf(answer, choice.days > 0 ? blockedFrom : undefined), !isAtRest);
  };
  const latestWrite = useRef(write);
  latestWrite.current = write;
  const writeLatest = useCallback(() => latestWrite.current(), []);
  const drag = (wanted: Choice) => {
    const next = clamp(wanted);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      setBlockedFrom(blockedOn(next));
      take(next);
    }, pauseMs);
    if (dragged.current && isSameChoice(dragged.current, next)) return;
    dragged.current = next;
    draw(next);
    textTimer.current ??= setTimeout(showTexts);
  };
  /** The finger is gone: the choice stands, unless the loan does not take it yet. */
  const settle = (wanted: Choice = dragged.current ?? current.current) => {
    clearTimeout(pause.current);
    clearTimeout(textTimer.current);
    textTimer.current = undefined;
    dragged.current = undefined;
    const from = blockedOn(wanted);
    const next = from ? rest : wanted;
    draw(next);
    showLead(frameOf(next).texts, !isSameChoice(next, rest));
    setBlockedFrom(from);
    take(next);
    // What follows from a choice that stays the same is not rendered again.
    if (isSameChoice(next, current.current)) writeLatest();
  };
  const reset = () => {
    setBlockedFrom(undefined);
    settle(rest);
  };
  const move = (request: StoryMove) => {
    const { days, steps } = current.current;
    if ('pay' in request)
      return choose({ days, steps: request.pay === 'all' ? restQuote.most : request.pay });
    if (request.by === 'start') return choose({ days: 0, steps });
    if (request.by === 'end') return choose({ days, steps: restQuote.most });
    choose(request.stepper === 0 ? { days: days + request.by, steps } : { days, steps: steps + request.by });
  };
  const moveRef = useRef(move);
  moveRef.current = move;
  useEffect(() => {
    moves.take = () => {
      for (const request of moves.queue.splice(0)) moveRef.current(request);
    };
    moves.take();
    return () => {
      moves.take = undefined;
    };
  }, [moves]);

  useWalker(scene, {
    current,
    onHold: () => {
      drawing.current = scene.current ? measure(scene.current) : undefined;
      hold(scene.current, lead.current, true);
      // Drawn, and laid out with texts of the same kind while they are not seen, before the first frame of the drag.
      draw(current.current);
      const { days, steps } = current.current;
      if (lead.current && isAtRest) writeLead(lead.current, frameOf({ days: days + 1, steps }).texts);
    },
    onEnd: () => {
      drawing.current = undefined;
      hold(scene.current, lead.current, false);
    },
    onMove: drag,
    onRelease: () => settle(),
    onCancel: reset,
    onResize: () => draw(current.current),
    key: `${order.paid}`,
  });
  const shape = drawingOf(choice, answer);
  // Before the frame is painted, like the parts of the page below. A walker that is held is where the finger is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape follows from these
  useLayoutEffect(() => {
    if (dragged.current && !isSameChoice(dragged.current, choice)) return;
    const parts = drawing.current ?? (scene.current ? measure(scene.current) : undefined);
    if (parts) place(parts, shape);
  }, [scene, choice, shape.reached, shape.growth, shape.count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written follows from these
  useLayoutEffect(writeLatest, [choice, answer?.truth, answer?.quote, blockedFrom, t, writeLatest]);

  const costOf = useCallback(
    (no: number): number | undefined => {
      const count = unpaid.findIndex(({ periodNo }) => periodNo === no) + 1;
      return quoting?.({ days: 0, steps: count }).amount;
    },
    [unpaid, quoting],
  );
  const { least, most } = restQuote;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new frames are computed again
  useEffect(() => {
    if (!quoting) return undefined;
    const choices = [
      ...Array.from({ length: most - least }, (_, at) => ({ days: 0, steps: least + 1 + at })),
      ...Array.from({ length: maxDays + 1 }, (_, days) => ({ days, steps: least })),
    ];
    return computeAhead(choices, (next) => {
      if (drawing.current) return false;
      latestFrame.current(next);
      return true;
    });
  }, [frames, quoting, least, most, maxDays]);
  const days = useMemo(
    () => <Days today={today} maxDays={maxDays} repayments={unpaid} />,
    [today, maxDays, unpaid],
  );
  const moreFrom =
    choice.steps < most ? blockedOn({ days: choice.days, steps: choice.steps + 1 })?.from : undefined;
  const steppers = useSteppers({
    rest: restQuote,
    quote: answer?.quote,
    days: choice.days,
    maxDays,
    steps: choice.steps,
    day: dayOf(today, choice),
    moreFrom,
    figure: answer ? wordsOf(answer).figure : '',
  });
  const parts = { details, orderId, answer, choice, quoting, today };
  const chosenLead = useMemo(() => <RemoteLead lead={lead} />, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page gets a new view when what it shows changes
  useLayoutEffect(() => {
    onChoice({
      lead: chosenLead,
      shown: isAtRest
        ? undefined
        : {
            list: (
              <Suspense fallback={null}>
                <RemoteList {...parts} />
              </Suspense>
            ),
            actions: <RemoteActions {...parts} onDone={reset} />,
          },
      steppers,
      costOf,
    });
  }, [choice, answer?.truth, answer?.quote, details, t, quoting]);

  return (
    <>
      <span className={css.slab} data-slab="" />
      {settings.look.story === 'stairs' ? <b className={css.bubble} data-text="bubble" /> : null}
      {days}
      {isAtRest && !blockedFrom ? null : (
        <Suspense fallback={null}>
          <RemoteAfter {...parts} refusal={blockedFrom} onToday={() => move({ stepper: 0, by: 'start' })} />
        </Suspense>
      )}
      <Said answer={isAtRest ? undefined : answer} refusal={blockedFrom} />
    </>
  );
}

/** A choice as a drag shows it. */
interface Frame {
  readonly shape: Shape;
  readonly texts: LeadTexts;
}

/**
 * While the walker is held, what a drag moves or shows is a layer of its own, and the lead keeps its height: a frame lays out and
 * paints the lead's texts alone.
 */
function hold(scene: HTMLElement | null, lead: HTMLElement | null, isHeld: boolean): void {
  const leads = lead?.parentElement;
  scene?.closest('[data-story]')?.toggleAttribute('data-held', isHeld);
  if (!lead || !leads) return;
  leads.style.height = isHeld ? `${leads.offsetHeight}px` : '';
  lead.style.height = leads.style.height;
  leads.toggleAttribute('data-held', isHeld);
}

/**
 * Computes what a drag can choose, a few at a time, so that it finds them; later if `compute` says that there
 * is other work. Returns the function that stops it.
 */
function computeAhead(choices: readonly Choice[], compute: (choice: Choice) => boolean): () => void {
  let at = 0;
  const timer = setInterval(() => {
    for (let slice = 0; slice < aheadCount; slice += 1) {
      const next = choices[at];
      if (!next) return clearInterval(timer);
      if (!compute(next)) return;
      at += 1;
    }
  }, aheadMs);
  return () => clearInterval(timer);
}

/** A choice as drawn: the walker's place, the chosen steps, how far the late one has grown. */
function drawingsOf(repayments: LoanDetails['order']['repayments'], rest: Choice) {
  const unpaid = repayments.filter(({ state }) => state !== 'paid');
  return (choice: Choice, answer: Answer | undefined): Shape => {
    const isAhead = choice.days === 0 && !isSameChoice(choice, rest);
    const count = answer?.quote.steps ?? choice.steps;
    return {
      days: choice.days,
      isAhead,
      count,
      reached: isAhead ? repayments.indexOf(unpaid[count - 1] as never) : 0,
      growth: answer && choice.days > 0 ? answer.added / Math.max(1, answer.quote.amount - answer.added) : 0,
    };
  };
}

/** The answer to a choice: what the server confirmed, or what the phone computes. */
function answerOf(
  choice: Choice,
  from: {
    readonly quoting: Quoting | undefined;
    readonly confirmed: Answer | undefined;
    readonly restQuote: StepsQuote;
    readonly isAtRest: boolean;
  },
): Answer | undefined {
  const { quoting, confirmed, restQuote, isAtRest } = from;
  if (isAtRest) return { choice, quote: restQuote, added: 0, truth: 'confirmed' };
  const known = confirmed && isSameChoice(confirmed.choice, choice) ? confirmed : undefined;
  if (known && known.truth === 'confirmed') return known;
  if (!quoting) return known;
  return {
    choice,
    quote: quoting(choice),
    added: addedOn(quoting, choice),
    truth: known ? known.truth : 'estimate',
  };
}

/** Asks the server for its figure once a choice rests. On a difference the server's stands, and the fault is reported. */
function useConfirmed(
  choice: Choice,
  {
    isAtRest,
    quoting,
    orderId,
    details,
    onOutdated,
    setHasOtherRules,
  }: {
    readonly isAtRest: boolean;
    readonly quoting: Quoting | undefined;
    readonly orderId: OrderId;
    readonly details: LoanDetails;
    readonly onOutdated: () => void;
    readonly setHasOtherRules: (has: boolean) => void;
  },
): Answer | undefined {
  const [confirmed, setConfirmed] = useState<Answer>();
  const { quote, loan } = details.order;
  const today = quote?.day ?? '';
  useEffect(() => {
    if (isAtRest) return undefined;
    let isCurrent = true;
    const ask = async () => {
      const day = dayOf(today, choice);
      const answer = await send(quoteSteps, { orderId, day, steps: choice.steps }, callContext());
      if (!isCurrent) return;
      if (!answer.ok || answer.data.eventCount !== loan?.eventCount) return onOutdated();
      const { quote: served, added, rules } = answer.data;
      if (rules !== rulesVersion) setHasOtherRules(true);
      else if (quoting && quoting(choice).amount !== served.amount)
        reportFault(`quote of ${choice.steps} on ${day}: ${quoting(choice).amount}, server ${served.amount}`);
      setConfirmed({ choice, quote: served, added, truth: 'confirmed' });
    };
    const fail = () => {
      if (isCurrent && quoting)
        setConfirmed({ choice, quote: quoting(choice), added: addedOn(quoting, choice), truth: 'offline' });
    };
    const timer = setTimeout(() => void ask().catch(fail), askMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [choice, isAtRest, quoting, orderId, today, loan, onOutdated, setHasOtherRules]);
  return confirmed;
}

/** Reports a fault as an uncaught one is, without stopping anything. */
function reportFault(text: string): void {
  setTimeout(() => {
    throw new Error(text);
  });
}

/** Lets the walker be dragged. */
function useWalker(
  scene: RefObject<HTMLDivElement | null>,
  {
    key,
    ...actions
  }: {
    readonly current: RefObject<Choice>;
    readonly onHold: () => void;
    readonly onEnd: () => void;
    readonly onMove: (choice: Choice) => void;
    readonly onRelease: () => void;
    readonly onCancel: () => void;
    readonly onResize: () => void;
    /** Changes when the walker stands elsewhere. */
    readonly key: string;
  },
): void {
  const latest = useRef(actions);
  latest.current = actions;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the walker is another element when it stands elsewhere
  useEffect(() => {
    const walker = scene.current?.querySelector<HTMLElement>('[data-walker]');
    if (!scene.current || !walker) return undefined;
    return watchWalker({
      walker,
      scene: scene.current,
      current: () => latest.current.current.current,
      onHold: () => latest.current.onHold(),
      onEnd: () => latest.current.onEnd(),
      onMove: (choice) => latest.current.onMove(choice),
      onRelease: () => latest.current.onRelease(),
      onCancel: () => latest.current.onCancel(),
      onResize: () => latest.current.onResize(),
    });
  }, [scene, key]);
}

/** The days in front of the stairs, with the numbers of the repayments that fall due. What moves in a drag is set by `place`. */
function Days({
  today,
  maxDays,
  repayments,
}: {
  readonly today: string;
  readonly maxDays: number;
  readonly repayments: LoanDetails['order']['repayments'];
}): ReactNode {
  const { t } = useLingui();
  const dues = repayments.map(({ dueDate, periodNo }) => ({
    no: periodNo,
    on: daysBetween(localDate(today), localDate(dueDate)),
  }));
  return (
    <div className={css.rail} data-rail="" aria-hidden="true">
      <div className={css.days} data-width={dayWidth}>
        <b className={css.passed} data-passed="" />
        {Array.from({ length: maxDays + 1 }, (_, days) => {
          const due = dues.find(({ on }) => on === days)?.no;
          // Two dates side by side need six days.
          const isNamed = due || (days % 7 === 0 && !dues.some(({ on }) => Math.abs(on - days) < 6));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: days in their order
            <span key={days}>
              {isNamed ? (
                <i data-day={days}>
                  {due ? <b className={css.due}>{due}</b> : null}
                  {days === 0 ? t`Today` : showDate(dayOf(today, { days, steps: 0 }), 'short')}
                </i>
              ) : null}
            </span>
          );
        })}
      </div>
    </div>
  );
}

/** Reads a change out once it rests. */
function Said({
  answer,
  refusal,
}: {
  readonly answer: Answer | undefined;
  readonly refusal: Refusal | undefined;
}): ReactNode {
  const refusalText = useRefusalText();
  const chosen = useSaid(answer);
  const words = refusal ? refusalText(refusal) : chosen;
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(words), sayMs);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <span className="visually-hidden" aria-live="polite">
      {said}
    </span>
  );
}

function useSaid(answer: Answer | undefined): string {
  const wordsOf = useWords();
  if (!answer) return '';
  const { label, figure } = wordsOf(answer);
  return `${label}: ${figure}`;
}
