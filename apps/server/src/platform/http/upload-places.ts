import { TooMany, Unavailable } from '../errors/rejection.ts';

/**
 * Files being received at once: each lies in memory from its first byte until it is kept. Of a borrower as many as go with a
 * complaint, and in all what a small machine can hold.
 */
const maxPlaces = { borrower: 9, server: 24 } as const;
const againSeconds = 5;

/** A file makes progress with each piece of this many bytes. */
const pieceBytes = 16 * 1024;
/** Without progress for so long it gives way to another one when all places are taken. */
const stalledMs = 2_000;
/** Without progress for so long it is cut off: that is about a kilobyte a second. */
const cutOffMs = 15_000;

/** Places for files being received, of one server. */
export interface UploadPlaces {
  /**
   * Takes a place for a caller. Where all are taken, whoever has made no progress gives theirs up, and then the address that
   * has most of them. `drop` is called when the place is taken away. Throws TooMany or Unavailable where none is free.
   */
  take(caller: UploadCaller, drop: () => void): UploadPlace;
}

export interface UploadCaller {
  readonly borrowerId: string;
  /** As callers are counted: of IPv6 the network. */
  readonly address: string;
}

export interface UploadPlace {
  /** So many more bytes have arrived. */
  received(bytes: number): void;
  /** All has arrived: from now on its sender holds nothing up. */
  complete(): void;
  leave(): void;
}

interface Held extends UploadCaller {
  bytes: number;
  progressAt: number;
  isComplete: boolean;
  readonly takeAway: () => void;
}

/** `now`: milliseconds that only ever grow. */
export function uploadPlaces(now: () => number = () => performance.now()): UploadPlaces {
  const held = new Set<Held>();
  const countOf = (same: (one: Held) => boolean) => [...held].filter(same).length;
  const silentFor = (one: Held) => now() - one.progressAt;

  /** Who gives a place up for the caller: the one silent for longest, or else one of the address that has far more. */
  function victimFor({ address }: UploadCaller): Held | undefined {
    const receiving = [...held].filter((one) => !one.isComplete);
    const [slowest] = receiving.toSorted((a, b) => a.progressAt - b.progressAt);
    if (slowest && silentFor(slowest) >= stalledMs) return slowest;
    const ofAddress = (one: string) => countOf((other) => other.address === one);
    const mine = ofAddress(address);
    return receiving
      .filter((one) => ofAddress(one.address) > mine + 1)
      .toSorted((a, b) => ofAddress(b.address) - ofAddress(a.address) || a.progressAt - b.progressAt)[0];
  }

  return {
    take(caller, drop) {
      if (countOf((one) => one.borrowerId === caller.borrowerId) >= maxPlaces.borrower)
        throw new TooMany(againSeconds);
      if (held.size >= maxPlaces.server) {
        const victim = victimFor(caller);
        if (!victim) throw new Unavailable('as many files are being received as we can hold');
        victim.takeAway();
      }
      const leave = () => {
        clearInterval(watch);
        held.delete(place);
      };
      const place: Held = {
        ...caller,
        bytes: 0,
        progressAt: now(),
        isComplete: false,
        takeAway: () => {
          leave();
          drop();
        },
      };
      const watch = setInterval(() => {
        if (!place.isComplete && silentFor(place) >= cutOffMs) place.takeAway();
      }, cutOffMs / 5);
      watch.unref();
      held.add(place);
      return {
        received(bytes) {
          const pieces = Math.floor(place.bytes / pieceBytes);
          place.bytes += bytes;
          if (Math.floor(place.bytes / pieceBytes) > pieces) place.progressAt = now();
        },
        complete() {
          place.isComplete = true;
        },
        leave,
      };
    },
  };
}
