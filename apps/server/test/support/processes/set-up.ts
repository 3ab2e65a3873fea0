import { afterAll, beforeAll, inject } from 'vitest';
import { type StaffMember, staffMember } from '../console/console.ts';
import { type DemoBorrower, type Hiram, type HiramOptions, startHiram } from './running-server.ts';

/** What the tests of a file share: it is made before the first of them, and has its properties from then on. */
function setUp<Shared extends object>(make: () => Promise<Shared>): Shared {
  const shared = {} as Shared;
  beforeAll(async () => {
    Object.assign(shared, await make());
  });
  return shared;
}

/** A server for the tests of a file, which is stopped after the last one. */
export function setUpHiram(environment?: Record<string, string>, options?: HiramOptions): Hiram {
  const hiram = setUp(() => startHiram(inject('cluster'), environment, options));
  afterAll(() => hiram.stop());
  return hiram;
}

export const setUpStaffMember = (hiram: Hiram, ...roles: readonly string[]): StaffMember =>
  setUp(() => staffMember(hiram, ...roles));

export const setUpBorrower = (hiram: Hiram, ...wanted: Parameters<Hiram['borrower']>): DemoBorrower =>
  setUp(() => hiram.borrower(...wanted));
