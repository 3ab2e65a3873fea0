import type { LocalDate } from '@hiram/loan';

/** Completed years of age; someone born on 29 February has a birthday on 1 March of common years. */
export function ageOn(birthDate: string, today: LocalDate): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
