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
  axis: 'days' | 'steps' | undefined;
  lastX: number;
  scrolled: number;
  timer: ReturnType<typeof setInterval> | undefined;
}

interface Gesture {
  readonly walker: HTMLElement;
  readonly scene: HTMLElement;
  readonly current: () => Choice;
  /** The choice while the finger moves. It may be outside the range. */
  readonly onMove: (choice: Choice) => void;
  /** The finger left the screen. */
  readonly onRelease: () => void;
  /** A second finger, Escape, a call or a rotation ended the drag. */
  readonly onCancel: () => void;
}

/** Drags the walker: sideways to a day, upwards to a number of repayments. Returns the function that stops it. */
export function watchWalker({ walker, scene, current, onMove, onRelease, onCancel }: Gesture): () => void {
  let drag: Drag | undefined;

  const end = (): boolean => {
    if (!drag) return false;
    if (drag.timer) clearInterval(drag.timer);
    const wasMoved = drag.axis !== undefined;
    drag = undefined;
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
    const { left, right } = scene.getBoundingClientRect();
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
    drag = { id, x, y, from: current(), axis: undefined, lastX: x, scrolled: 0, timer: undefined };
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
  window.addEventListener('resize', cancel);
  return () => {
    end();
    walker.removeEventListener('pointerdown', onDown);
    walker.removeEventListener('pointermove', onPointerMove);
    walker.removeEventListener('pointerup', onUp);
    walker.removeEventListener('pointercancel', cancel);
    document.removeEventListener('pointerdown', onOther);
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('visibilitychange', onHidden);
    window.removeEventListener('resize', cancel);
  };
}

/** The height of the day scale, and how far the drawing rises above it. */
const railHeight = 60;
const rise = railHeight;
/** Where today is on the day scale. */
export const todayAt = 34;

/** How far the day scale scrolls to keep a day in view. */
export const scrolledBy = (days: number, width: number): number =>
  Math.max(0, todayAt + days * dayWidth - (width - 76));

/** Puts the walker, the drawing and the added part where a choice has them. Only transforms and a height change. */
export function place(
  scene: HTMLElement,
  { days, reached, isAtRest, growth }: { days: number; reached: number; isAtRest: boolean; growth: number },
): void {
  const list = scene.querySelector('ol');
  const walker = scene.querySelector<HTMLElement>('[data-walker]');
  const slab = scene.querySelector<HTMLElement>('[data-slab]');
  const steps = Array.from(list?.children ?? []) as HTMLElement[];
  const home = walker?.parentElement;
  const target = steps[reached];
  if (!list || !walker || !home) return;
  const isOnDays = days > 0;
  scene.closest('[data-story]')?.toggleAttribute('data-days', isOnDays);
  list.style.transform = isOnDays ? `translateY(-${rise}px)` : '';
  const x = home.offsetLeft + walker.offsetLeft;
  const y = home.offsetTop + walker.offsetTop;
  const half = walker.offsetWidth / 2;
  if (isOnDays) {
    const at = todayAt + days * dayWidth - scrolledBy(days, scene.offsetWidth);
    const top = scene.offsetHeight - railHeight - half - 8 + rise;
    walker.style.transform = `translate(${at - half - list.offsetLeft - x}px, ${top - list.offsetTop - y}px)`;
  } else if (!isAtRest && target) {
    const [left, above] = spotOn(target, half);
    walker.style.transform = `translate(${left - x}px, ${above - y}px)`;
  } else walker.style.transform = '';
  if (!slab) return;
  const late = steps.find((step) => step.querySelector('button'));
  const height = late && growth > 0 ? Math.max(4, Math.min(28, growth * 10 * late.offsetHeight)) : 0;
  slab.style.height = `${height}px`;
  if (!late) return;
  slab.style.left = `${list.offsetLeft + late.offsetLeft}px`;
  slab.style.width = `${late.offsetWidth}px`;
  slab.style.bottom = `${scene.offsetHeight - list.offsetTop - late.offsetTop + rise}px`;
}

/** Where the walker stands on a step, by the brand's drawing. */
function spotOn(step: HTMLElement, half: number): readonly [number, number] {
  const { story } = step.closest<HTMLElement>('[data-story]')?.dataset ?? {};
  switch (story) {
    case 'stairs':
      return [step.offsetLeft + step.offsetWidth / 2 - half, step.offsetTop - 2 * half - 4];
    case 'terraces':
      return [step.offsetLeft + 3, step.offsetTop - 2 * half];
    default:
      return [step.offsetLeft + step.offsetWidth - half, step.offsetTop - 14];
  }
}
