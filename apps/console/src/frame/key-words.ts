/** Keys that work on most screens: those of the screen itself come before them. */
export const common: readonly string[] = ['J', 'K', 'Enter', 'Space', 'F', '/', '!'];

/** The words of a button in a line of words: `Issue a key…` is `issue a key`. */
export const inLine = (label: string) =>
  label.replace(/\s*…$/, '').replace(/^.(?=[a-z ])/, (first) => first.toLowerCase());
