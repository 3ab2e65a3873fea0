import { localDate } from '@hiram/loan';
import { expect, test } from 'vitest';
import type { ReadDocument } from '../../providers/ports/identity.ts';
import { contradictionsOf } from './compare.ts';

const certified = {
  fullName: 'Anna Maria Eriksson',
  birthDate: '1974-08-12',
  idType: 'passport',
  idNumber: 'L898902C3',
};
// The example of ICAO Doc 9303, of a country that exists.
const mrz = [
  'P<PHLERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36PHL7408122F1204159ZE184226B<<<<<10',
] as const;
const today = localDate('2026-11-26');
const found = (
  read: ReadDocument,
  {
    kind = 'passport',
    face = 'match',
    ...others
  }: {
    kind?: string;
    face?: 'match' | 'differs' | 'unclear';
    readonly idType?: string;
    readonly idNumber?: string;
  } = {},
) => contradictionsOf({ read, face }, { kind, certified: { ...certified, ...others }, today });

const read = { name: 'ERIKSSON, Anna Maria', number: 'L898902C3', birthDate: '1974-08-12', mrz };

test('what agrees in name, number, birth date and machine-readable lines has no contradiction [T1483]', () => {
  expect(found(read)).toEqual([]);
  expect(found({ name: 'Anna Eriksson' })).toEqual(['name']);
});

test('each difference is named, and a name that was not read is one', () => {
  expect(found({ ...read, name: undefined })).toEqual(['name']);
  expect(found({ ...read, birthDate: '1974-08-21' })).toEqual(['birthDate']);
  expect(found({ ...read, number: 'L898902C4', mrz: undefined })).toEqual(['number']);
  expect(found({ ...read, expiry: '2026-11-25' })).toEqual(['expired']);
  expect(found({ ...read, expiry: '2026-11-26' })).toEqual([]);
  expect(found(read, { face: 'differs' })).toEqual(['face']);
  expect(found(read, { face: 'unclear' })).toEqual(['face']);
});

test('machine-readable lines with a wrong check digit, of another person or of no document contradict', () => {
  const [first, second] = mrz;
  const changed = (line: string) => ({ ...read, mrz: [first, line] });
  expect(found(changed(second.replace('C36PHL', 'C35PHL')))).toEqual(['mrz']);
  expect(found({ ...read, mrz: [first.replace('ANNA<MARIA', 'ANNE<GRETA'), second] })).toEqual(['mrz']);
  expect(found({ ...read, mrz: ['not', 'lines'] })).toEqual(['mrz']);
  expect(found(read, { idNumber: 'X1234567' })).toEqual(['number', 'mrz']);
});

test('a masked number is compared by its last four digits, and not with another document’s number', () => {
  const aadhaar = { kind: 'aadhaar', idType: 'aadhaar', idNumber: '1234 5678 9012' };
  expect(found({ name: read.name, number: 'XXXX XXXX 9012' }, aadhaar)).toEqual([]);
  expect(found({ name: read.name, number: 'XXXX XXXX 9013' }, aadhaar)).toEqual(['number']);
  expect(found({ name: read.name, number: 'ABCDE1234F' }, { kind: 'umid' })).toEqual([]);
});
