import type { Locator, Page } from '@playwright/test';

/** A picture of the phone's screen, and how long the animation shows it. */
export interface Frame {
  readonly screen: Buffer;
  readonly milliseconds: number;
  readonly step: number;
  readonly caption: string;
  /** The point that a finger touches, in CSS pixels. */
  readonly tap?: { readonly x: number; readonly y: number };
}

/** Operates a page as a person does and records frames. */
export interface Recording {
  readonly frames: readonly Frame[];
  /** Starts the next step. Its caption is shown above the following frames. */
  step(caption: string): void;
  /** Records the current page as a frame. */
  hold(milliseconds: number): Promise<void>;
  /** Records a frame with a finger on the element, then clicks it. */
  tap(target: Locator): Promise<void>;
  /** Types a text and records frames while it grows. */
  type(target: Locator, text: string): Promise<void>;
}

const tapMilliseconds = 450;
const typingMilliseconds = 110;

export function record(page: Page): Recording {
  const frames: Frame[] = [];
  let current = { step: 0, caption: '' };

  async function add(milliseconds: number, tap?: Frame['tap']): Promise<void> {
    // Hide the blinking caret, so that equal states give equal frames.
    const screen = await page.screenshot({ caret: 'hide', animations: 'disabled' });
    frames.push({ screen, milliseconds, ...current, ...(tap ? { tap } : {}) });
  }

  return {
    frames,
    step(caption) {
      current = { step: current.step + 1, caption };
    },
    hold: (milliseconds) => add(milliseconds),
    async tap(target) {
      await target.scrollIntoViewIfNeeded();
      const box = await target.boundingBox();
      if (!box) throw new Error(`${target} is not on the screen`);
      await add(tapMilliseconds, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
      await target.click();
    },
    async type(target, text) {
      for (let length = 3; length < text.length + 3; length += 3) {
        await target.fill(text.slice(0, length));
        await add(typingMilliseconds);
      }
    },
  };
}
