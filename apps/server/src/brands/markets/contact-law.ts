import { indianLaws, indonesianLaws, type Law, type LawContactHours, philippineLaws } from './laws.ts';
import type { Country } from './markets.ts';

/** The law of a country on the hours in which a lender may ask for its money. */
export interface ContactLaw extends Pick<Law, 'name' | 'source' | 'isConfirmed'> {
  readonly hours: LawContactHours;
}

function contactLawIn(laws: readonly Law[]): ContactLaw {
  for (const { name, source, isConfirmed, contactHours: hours } of laws)
    if (hours) return { name, source, isConfirmed, hours };
  throw new Error('a country without hours of contact');
}

/** By country and not by market: the specification's own terms do not lift the law of the country in which it lends. */
export const contactLaws: Readonly<Record<Country, ContactLaw>> = {
  PH: contactLawIn(philippineLaws),
  IN: contactLawIn(indianLaws),
  ID: contactLawIn(indonesianLaws),
};

const eastern = 'Asia/Jayapura';
const central = 'Asia/Makassar';
const western = 'Asia/Jakarta';

/** The time zones of a country. */
export const countryZones: Readonly<Record<Country, readonly string[]>> = {
  PH: ['Asia/Manila'],
  IN: ['Asia/Kolkata'],
  ID: [western, central, eastern],
};

/**
 * The time zone of an Indonesian place by its province (presidential decree 41 of 1987): the code of a place begins with
 * that of its province, in `brands/geography-id.txt`.
 */
const indonesianZones: readonly (readonly [RegExp, string])[] = [
  [/^0[89]/, eastern],
  [/^0(?:5|63|64|65|7)/, central],
  [/^0(?:1|2|3|61|62)/, western],
];

/** The time zone of a certified place; undefined where the country has one zone, and for an unknown place. */
export function zoneOfPlace(country: Country, place: string): string | undefined {
  return country === 'ID' ? indonesianZones.find(([code]) => code.test(place))?.[1] : undefined;
}
