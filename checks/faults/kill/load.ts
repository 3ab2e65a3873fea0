import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { type CallOptions, client } from '../simulator/client.ts';
import type { Provider } from '../simulator/provider.ts';
import type { Random } from '../simulator/random.ts';
import {
  type Acknowledged,
  type Actors,
  apply,
  arrive,
  type Caller,
  complain,
  pay,
  withdrawMoney,
} from './actions.ts';

export type { Acknowledged } from './actions.ts';

export interface Load {
  readonly acknowledged: Acknowledged;
  /** Applies, withdraws, complains with a picture and pays until `stopped` returns true. Repeats calls as the web app does. */
  run(stopped: () => boolean): Promise<void>;
}

const payers = 8;
/** A loan may request a hundred codes an hour. After half of them another borrower pays. */
const codesOfPayer = 50;
const applicants = 4;
const complainants = 4;
const withdrawers = 2;

/** The borrowers of a load, with the first late ones. */
export async function makeLoad(
  callOptions: CallOptions,
  { provider, today }: { provider: Provider; today: string },
  chance: Random,
): Promise<Load> {
  let number = 0;
  const serial = () => {
    number += 1;
    return number;
  };
  const actors: Actors = {
    ask: client(callOptions),
    callOptions,
    origin: callOptions.origin,
    provider,
    today,
    chance,
    serial,
    acknowledged: {
      orders: new Set(),
      complaints: new Set(),
      withdrawals: new Set(),
      pictures: new Set(),
      payments: 0,
    },
    photo: await sharp({ create: { width: 640, height: 480, channels: 3, background: '#385' } })
      .jpeg()
      .toBuffer(),
    key: () => `kill-${serial()}-${chance.between(0, 2 ** 31)}`,
  };
  const late = await Promise.all(Array.from({ length: payers }, () => arrive(actors, '180')));
  return { acknowledged: actors.acknowledged, run: (stopped) => runLoad(actors, late, stopped) };
}

/** Runs all actions in parallel, again and again, until `stopped` returns true. */
async function runLoad(actors: Actors, late: readonly Caller[], stopped: () => boolean): Promise<void> {
  const loop = async (action: () => Promise<void>) => {
    while (!stopped()) {
      await action();
      // All calls come from one address, which a server limits to a hundred calls a second.
      await pause(150);
    }
  };
  const paying = (first: Caller) => {
    let caller = first;
    let codes = 0;
    return loop(async () => {
      if (codes === codesOfPayer) {
        caller = await arrive(actors, '180');
        codes = 0;
      }
      codes += 1;
      await pay(actors, caller);
    });
  };
  const times = (count: number, action: (of: Actors) => Promise<void>) =>
    Array.from({ length: count }, () => loop(() => action(actors)));
  await Promise.all([
    ...late.map(paying),
    ...times(applicants, apply),
    ...times(withdrawers, withdrawMoney),
    ...times(complainants, complain),
  ]);
}
