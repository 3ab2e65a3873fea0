import { expect, test } from 'vitest';
import { placeName, placesBelow } from './geography.ts';

const independentCities = [
  // Provinces of the Philippine Standard Geographic Code, with their cities and areas.
  { country: 'PH', first: 100, second: 1_600 },
  { country: 'ID', first: 38, second: 514 },
  { country: 'IN', first: 36, second: 770 },
] as const;

test.each(independentCities)(
  'RTE-06 places of $country form levels from the largest to the smallest, each with one code',
  ({ country, first, second }) => {
    const provinces = placesBelow(country, undefined) ?? [];
    expect(provinces.length).toBeGreaterThanOrEqual(first);
    const cities = provinces.flatMap((province) => {
      const below = placesBelow(country, province.code) ?? [];
      expect(below.length, province.name).toBeGreaterThan(0);
      expect(new Set(below.map((city) => city.name)).size, province.name).toBe(below.length);
      for (const city of below) expect(city.code.startsWith(province.code), city.name).toBe(true);
      return below.map((city) => ({ ...city, province: province.name }));
    });
    expect(cities.length).toBeGreaterThanOrEqual(second);
    const codes = cities.flatMap((city) => {
      const below = placesBelow(country, city.code) ?? [];
      expect(below.length, city.name).toBeGreaterThan(0);
      for (const place of below) {
        expect(place.code).toMatch(/^\d{8}$/);
        expect(placeName(country, place.code)).toBe(`${place.name}, ${city.name}, ${city.province}`);
      }
      return below.map((place) => place.code);
    });
    expect(new Set([...codes, ...cities.map((city) => city.code)]).size).toBe(codes.length + cities.length);
  },
);
