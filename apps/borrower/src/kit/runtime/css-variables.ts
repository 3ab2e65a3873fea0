import type { CSSProperties } from 'react';

/** CSS variables as an element's style. React's types do not know them. */
export function cssVariables(values: Readonly<Record<`--${string}`, number>>): CSSProperties {
  const style: CSSProperties & Record<`--${string}`, number> = { ...values };
  return style;
}
