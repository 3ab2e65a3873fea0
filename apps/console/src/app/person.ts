import { allBrands, type Right } from '@hiram/contract/console/rights';
import type { me } from '@hiram/contract/console/session';
import type { StaffOutput } from '@hiram/contract/console/staff-call';

export type Person = StaffOutput<typeof me>;

/** The facts about the viewer that every screen gets. */
export interface ScreenProps {
  readonly person: Person;
  /** The chosen brand; `*`: all. */
  readonly brand: string;
  /** The parameters of the screen's address. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** The only brand, also where all are looked at. */
export function oneBrandOf({ brands: [first, ...others] }: Person, brand: string): string {
  return first && others.length === 0 ? first.id : brand;
}

export function hasRight(person: Person, right: Right, brand: string): boolean {
  return person.rights.some(
    (held) => held.right === right && (held.brand === brand || held.brand === allBrands),
  );
}
