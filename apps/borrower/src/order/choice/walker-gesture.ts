import type { Choice } from './remote-choice.ts';

/** Pixels of the day scale, and of the height that a repayment takes in a drag. */
export const dayWidth = 12;
const stepHeight = 44;
/** The first pixels of a drag decide its axis. */
const axisPixels = 12;
/** Pixels at the edge of the drawing in which the day scale scrolls, and the milliseconds a day then takes. */
const edge = 32;
const scrollMs = 140;

interface Drag {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly from: Choice;
  /** The edges of the drawing. */
  readonly left: number;
  readonly right: number;
  axis: 'days' | 'steps' | undefined;
  lastX: number;
  scrolled: number;
  timer: ReturnType<typeof setInterval> | undefined;
}

interface Gesture {
  readonly walker: HTMLElement;
  readonly scene: HTMLElement;
  readonly current: () => Choice;
  /** The finger holds the walker, until `onEnd`. */
  readonly onHold: () => void;
  readonly onEnd: () => void;
  /** The choice while the finger moves. It may be outside the range. */
  readonly onMove: (choice: Choice) => void;
  /** The finger left the screen. */
  readonly onRelease: () => void;
  /** A second finger, Escape, a call or a rotation ended the drag. */
  readonly onCancel: () => void;
  /** The drawing has another size. */
  readonly onResize: () => void;
}

/** Drags the walker: sideways to a day, upwards to a number of repayments. Returns the function that stops it. */
export function watchWalker(gesture: Gesture): () => void {
  const { walker, scene, current, onHold, onEnd, onMove, onRelease, onCancel, onResize } = gesture;
  let drag: Drag | undefined;

  const end = (): boolean => {
    if (!drag) return false;
    if (drag.timer) clearInterval(drag.timer);
    const wasMoved = drag.axis !== undefined;
    drag = undefined;
    onEnd();
    return wasMoved;
  };
  const cancel = () => {
    if (drag) {
      end();
      onCancel();
    }
  };
  const report = () => {
    if (!drag) return;
    const { from, axis, x, lastX, scrolled } = drag;
    if (axis === 'days')
      onMove({ days: from.days + scrolled + Math.round((lastX - x) / dayWidth), steps: from.steps });
  };
  const scroll = (current: Drag) => {
    const { left, right } = current;
    const by = current.lastX > right - edge ? 1 : current.lastX < left + edge ? -1 : 0;
    if (by === 0) {
      if (current.timer) clearInterval(current.timer);
      current.timer = undefined;
    } else if (!current.timer)
      current.timer = setInterval(() => {
        current.scrolled += current.lastX > left + edge ? 1 : -1;
        report();
      }, scrollMs);
  };
  const onDown = (event: PointerEvent) => {
    if (drag) return cancel();
    if (event.button !== 0) return;
    walker.setPointerCapture(event.pointerId);
    const { clientX: x, clientY: y, pointerId: id } = event;
    const { left, right } = scene.getBoundingClientRect();
    onHold();
    drag = {
      id,
      x,
      y,
      from: current(),
      left,
      right,
      axis: undefined,
      lastX: x,
      scrolled: 0,
      timer: undefined,
    };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag || event.pointerId !== drag.id) return;
    const right = event.clientX - drag.x;
    const up = drag.y - event.clientY;
    if (!drag.axis) {
      if (Math.max(Math.abs(right), Math.abs(up)) < axisPixels) return;
      drag.axis = Math.abs(right) > Math.abs(up) ? 'days' : 'steps';
    }
    drag.lastX = event.clientX;
    if (drag.axis === 'steps')
      return onMove({ days: drag.from.days, steps: drag.from.steps + Math.round(up / stepHeight) });
    scroll(drag);
    report();
  };
  const onUp = (event: PointerEvent) => {
    if (event.pointerId === drag?.id && end()) onRelease();
  };
  const onOther = (event: PointerEvent) => {
    if (drag && event.pointerId !== drag.id) cancel();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') cancel();
  };
  const resize = () => {
    cancel();
    onResize();
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden') cancel();
  };
  walker.addEventListener('pointerdown', onDown);
  walker.addEventListener('pointermove', onPointerMove);
  walker.addEventListener('pointerup', onUp);
  walker.addEventListener('pointercancel', cancel);
  document.addEventListener('pointerdown', onOther);
  document.addEventListener('keydown', onKey);
  document.addEventListener('visibilitychange', onHidden);
  window.addEventListener('resize', resize);
  return () => {
    end();
    walker.removeEventListener('pointerdown', onDown);
    walker.removeEventListener('pointermove', onPointerMove);
    walker.removeEventListener('pointerup', onUp);
    walker.removeEventListener('pointercancel', cancel);
    document.removeEventListener('pointerdown', onOther);
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('visibilitychange', onHidden);
    window.removeEventListener('resize', resize);
  };
}

/** Where today is on the day scale of a drawing along which the walker moves by days. */
const todayAt = 34;
/** The height of the added part, before it is scaled. */
const slabHeight = 28;
/** Half of the width of a date on the day scale. */
const dateHalf = 22;

/** Where the chosen day is: as far along the drawing as it has room. */
const dayAt = ({ isStairs, listLeft, x, half, width }: Drawing, days: number): number =>
  isStairs ? listLeft + x + half : Math.min(todayAt + days * dayWidth, width - 76);

/** The parts of a drawing that a choice moves, and where they are without one, in pixels. */
export interface Drawing {
  readonly list: HTMLElement;
  readonly walker: HTMLElement;
  /** The walker without a handle, and her corner within the list. */
  readonly ahead: HTMLElement | null;
  readonly aheadX: number;
  readonly aheadY: number;
  /** She stands on the added part. */
  readonly isAheadRaised: boolean;
  /** The amount under the steps that it pays. */
  readonly sum: HTMLElement | null;
  readonly width: number;
  readonly height: number;
  readonly listLeft: number;
  readonly listTop: number;
  /** The walker's corner within the list, and half of its width. */
  readonly x: number;
  readonly y: number;
  readonly half: number;
  /** The walker's corner on each step. */
  readonly spots: readonly (readonly [number, number])[];
  /** Each step of the stairs has its date, and she stands before the one that she pays next: the days pass below her. */
  readonly isStairs: boolean;
  /** The steps that can be paid; undefined where one cannot. */
  readonly steps: readonly (HTMLElement | undefined)[];
  /** The row of days of the day scale, and the part of it until the chosen one. */
  readonly days: HTMLElement | null;
  readonly passed: HTMLElement | null;
  readonly slab: HTMLElement | null;
  /** What the added part costs, above it. */
  readonly bubble: HTMLElement | null;
  /** The dates of the day scale, and the day of each, counted from today. */
  readonly named: readonly { readonly date: HTMLElement; readonly day: number }[];
  /** Height of the first step that can be paid: what a later day adds lies on it. */
  readonly lateHeight: number;
}

/**
 * Reads where the parts of a drawing are, and puts the added part on the first step that can be paid;
 * undefined without a walker. The browser lays the page out for it.
 */
export function measure(scene: HTMLElement): Drawing | undefined {
  const list = scene.querySelector('ol');
  const walker = scene.querySelector<HTMLElement>('[data-walker]');
  if (!list || !walker) return undefined;
  const steps = Array.from(list.children) as HTMLElement[];
  const isPayable = (step: HTMLElement) => step.querySelector('button') !== null;
  const late = steps.find(isPayable);
  const half = walker.offsetWidth / 2;
  const slab = scene.querySelector<HTMLElement>('[data-slab]');
  const height = scene.offsetHeight;
  const listTop = list.offsetTop;
  const listLeft = list.offsetLeft;
  const ahead = scene.querySelector<HTMLElement>('[data-ahead]');
  const [aheadX, aheadY] = cornerOf(ahead);
  const isAheadRaised = late?.contains(ahead) ?? false;
  const [x, y] = cornerOf(walker);
  const drawing = {
    list,
    walker,
    ahead,
    aheadX,
    aheadY,
    isAheadRaised,
    sum: scene.querySelector<HTMLElement>('[data-text=sum]'),
    width: scene.offsetWidth,
    height,
    listLeft,
    listTop,
    x,
    y,
    half,
    spots: steps.map((step) => spotOn(step, half)),
    isStairs: scene.closest('[data-story="stairs"]') !== null,
    steps: steps.map((step) => (isPayable(step) ? step : undefined)),
    days: scene.querySelector<HTMLElement>('[data-width]'),
    passed: scene.querySelector<HTMLElement>('[data-passed]'),
    slab,
    bubble: scene.querySelector<HTMLElement>('[data-text=bubble]'),
    named: Array.from(scene.querySelectorAll<HTMLElement>('[data-day]'), (date) => ({
      date,
      day: Number(date.dataset.day),
    })),
    lateHeight: late?.offsetHeight ?? 0,
  };
  if (slab && late) {
    const [left, width, bottom] = [
      listLeft + late.offsetLeft,
      late.offsetWidth,
      height - listTop - late.offsetTop,
    ];
    slab.style.left = `${left}px`;
    slab.style.width = `${width}px`;
    slab.style.bottom = `${bottom}px`;
    if (drawing.bubble) {
      drawing.bubble.style.left = `${left + width / 2}px`;
      // Above the walker who stands on that step.
      drawing.bubble.style.bottom = `${bottom + (isAheadRaised ? 50 : 10)}px`;
    }
  }
  return drawing;
}

/** A choice as drawn. */
export interface Shape {
  readonly days: number;
  /** More is paid today than what is due. */
  readonly isAhead: boolean;
  /** The place of the last chosen repayment among all. */
  readonly reached: number;
  /** The number of repayments that the amount pays. */
  readonly count: number;
  /** Cost of a later day, as a share of the amount. */
  readonly growth: number;
}

/** Moves an element, unless it is there. */
function moveTo({ style }: HTMLElement, transform: string): void {
  if (style.transform !== transform) style.transform = transform;
}

/** Shows an element, or leaves its place empty. */
function showIf(element: HTMLElement | null | undefined, isShown: boolean): void {
  const opacity = isShown ? '1' : '0';
  if (element && element.style.opacity !== opacity) element.style.opacity = opacity;
}

/**
 * Puts the walker, the drawing, the day scale and the added part where a choice has them. Reads no layout, and changes what the
 * browser can move without painting it again: each of them is a layer of its own.
 */
export function place(drawing: Drawing, { days, reached, isAhead, growth, count }: Shape): void {
  const { walker, height, listLeft, listTop, x, y, half, slab } = drawing;
  const spot = drawing.spots[reached];
  // Elsewhere what a later day adds stands there.
  if (!drawing.isStairs) showIf(drawing.ahead, days === 0);
  const added = growth > 0 ? Math.max(4, Math.min(slabHeight, growth * 10 * drawing.lateHeight)) : 0;
  if (drawing.ahead)
    moveTo(
      drawing.ahead,
      isAhead
        ? `translate(${x - drawing.aheadX}px, ${y - drawing.aheadY}px)`
        : added > 0 && drawing.isAheadRaised
          ? `translateY(-${added}px)`
          : '',
    );
  drawing.steps.forEach((step, at) => {
    step?.toggleAttribute('data-chosen', isAhead && at <= reached);
  });
  drawing.sum?.style.setProperty('--n', `${count}`);
  const at = dayAt(drawing, days);
  if (drawing.days) moveTo(drawing.days, `translateX(${at - days * dayWidth}px)`);
  if (drawing.passed) moveTo(drawing.passed, `scaleX(${days})`);
  // A date at an edge is not cut.
  for (const { date, day } of drawing.named) {
    const middle = at + (day - days) * dayWidth;
    showIf(date, middle > dateHalf && middle < drawing.width - dateHalf);
  }
  if (days > 0 && !drawing.isStairs)
    moveTo(walker, `translate(${at - half - listLeft - x}px, ${height - 2 * half - listTop - y}px)`);
  else if (isAhead && spot) moveTo(walker, `translate(${spot[0] - x}px, ${spot[1] - y}px)`);
  else moveTo(walker, '');
  if (!slab) return;
  moveTo(slab, `scaleY(${added / slabHeight})`);
  showIf(drawing.bubble, added > 0);
  if (drawing.bubble) moveTo(drawing.bubble, `translate(-50%, -${added}px)`);
}

/** The corner of a part of a step, within the list. */
function cornerOf(part: HTMLElement | null): readonly [number, number] {
  const step = part?.closest('li');
  return part && step ? [step.offsetLeft + part.offsetLeft, step.offsetTop + part.offsetTop] : [0, 0];
}

/** Where the walker stands on a step, by the brand's drawing. */
function spotOn(step: HTMLElement, half: number): readonly [number, number] {
  const { story } = step.closest<HTMLElement>('[data-story]')?.dataset ?? {};
  switch (story) {
    case 'stairs':
      return [step.offsetLeft + step.offsetWidth / 2 - half, step.offsetTop - 2 * half - 4];
    case 'terraces':
      return [step.offsetLeft + 3, step.offsetTop - 2 * half];
    case 'path':
      return [step.offsetLeft + step.offsetWidth - 20 - half, step.offsetTop - 14];
    default:
      return [step.offsetLeft + step.offsetWidth - half, step.offsetTop - 14];
  }
}
