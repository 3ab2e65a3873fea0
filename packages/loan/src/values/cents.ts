declare const unit: unique symbol;

/** Money: a whole number of cents (centavos, paise), positive or negative. */
export type Cents = number & { readonly [unit]: 'cents' };

/** Marks a whole number as cents. Throws RangeError for anything but a safe integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole, exact number of cents`);
  return (value === 0 ? 0 : value) as Cents;
}

export const zero = cents(0);

/** A rate in parts per million: 0.2% is 2000. */
export type Ppm = number;
export const million = 1_000_000;
