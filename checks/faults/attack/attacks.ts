import type { Hiram } from '@hiram/server/test/support/processes/running-server.ts';
import { forgeRows } from './forged-rows.ts';
import { robotsPump } from './pumping.ts';
import { rogueAdmin } from './rogue-admin.ts';
import { rogueCashier } from './rogue-cashier.ts';
import { stealSession } from './stolen-session.ts';

/** The result of an attack, beside the most that it may achieve, or the least that it must leave others. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly limit: { readonly atMost: number } | { readonly atLeast: number };
}

/** Moves the machine's clock. */
export interface AttackClock {
  later(ms: number): void;
}

export type Attack = (hiram: Hiram, clock: AttackClock) => Promise<readonly Figure[]>;

/** Every attack, by name. Each has a server of its own. */
export const attacks: Readonly<Record<string, Attack>> = {
  pumping: robotsPump,
  'stolen-session': stealSession,
  'forged-rows': forgeRows,
  'rogue-cashier': rogueCashier,
  'rogue-admin': rogueAdmin,
};
