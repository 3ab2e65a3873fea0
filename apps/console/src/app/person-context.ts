import { createContext, useContext } from 'react';
import { hasRight, type Person } from './person.ts';

/** The signed-in person, for parts that many screens share. */
export const PersonContext = createContext<Person | undefined>(undefined);

export function useMayShareViews(brand: string): boolean {
  const person = useContext(PersonContext);
  return person !== undefined && hasRight(person, 'view.share', brand);
}

/** What a screen of one brand needs to lead to it. */
interface Places {
  readonly onBrand: (brand: string) => void;
  /** The brand that was chosen last, while all brands are looked at. */
  readonly lastBrand: string | undefined;
}

export const PlacesContext = createContext<Places>({ onBrand: () => undefined, lastBrand: undefined });
