import { createContext, useContext } from 'react';
import { hasRight, type Person } from './person.ts';

/** The signed-in person, for parts that many screens share. */
export const PersonContext = createContext<Person | undefined>(undefined);

export function useMayShareViews(brand: string): boolean {
  const person = useContext(PersonContext);
  return person !== undefined && hasRight(person, 'view.share', brand);
}
