/**
 * Events that only a person causes. A pointer also `moves` when the page changes beneath it, so that moving
 * is not among them.
 */
const uses = ['keydown', 'pointerdown', 'wheel'] as const;

let usedAt = Date.now();

/** Notes every use of the page from now on. */
export function noteUse(): void {
  const note = () => {
    usedAt = Date.now();
  };
  for (const use of uses) addEventListener(use, note, { capture: true, passive: true });
}

/** Whole seconds since the person last used the page. */
export const idleSeconds = (): number => Math.max(0, Math.floor((Date.now() - usedAt) / 1000));
