import type { BorrowerId } from '@hiram/contract/ids';
import { TooMany, Unavailable } from '../../errors/rejection.ts';

/**
 * Files that are received at once. Each is in memory from its first byte until it is stored. A borrower may send as many as
 * a complaint takes; the total is what a small machine can hold.
 */
const maxPlaces = { borrower: 9, server: 24 } as const;
const retryAfterSeconds = 5;

/** A file makes progress with each chunk of this many bytes. */
const chunkBytes = 16 * 1024;
/** When all places are taken, a file without progress for this long loses its place. */
const stalledMs = 2_000;
/** A file without progress for this long is cut off: about a kilobyte a second. */
const cutOffMs = 15_000;

/** One server's places for files that are being received. */
export interface UploadPlaces {
  /**
   * Takes a place for a caller. If all are taken, a file without progress loses its place, otherwise a file of the address
   * that has most. `drop` is called when the place is taken away. Throws TooMany or Unavailable if no place can be freed.
   */
  occupy(caller: UploadCaller, drop: () => void): UploadPlace;
}

interface UploadCaller {
  readonly borrowerId: BorrowerId;
  /** The caller's address as `networkOf` returns it. */
  readonly address: string;
}

export interface UploadPlace {
  /** Records that `bytes` more have arrived. */
  received(bytes: number): void;
  /** The whole file has arrived: its sender can no longer be slow. */
  complete(): void;
  leave(): void;
}

interface OccupiedPlace extends UploadCaller {
  bytes: number;
  progressAt: number;
  isComplete: boolean;
  readonly takeAway: () => void;
}

/** `now`: monotonic milliseconds. */
export function uploadPlaces(now: () => number = () => performance.now()): UploadPlaces {
  const occupied = new Set<OccupiedPlace>();
  const countOf = (matches: (place: OccupiedPlace) => boolean) => [...occupied].filter(matches).length;
  const silentFor = (place: OccupiedPlace) => now() - place.progressAt;

  return {
    occupy(caller, drop) {
      if (countOf((place) => place.borrowerId === caller.borrowerId) >= maxPlaces.borrower)
        throw new TooMany(retryAfterSeconds);
      if (occupied.size >= maxPlaces.server) {
        const evicted = placeToFree([...occupied], caller.address, now());
        if (!evicted) throw new Unavailable('too many files are being received');
        evicted.takeAway();
      }
      const leave = () => {
        clearInterval(stallCheck);
        occupied.delete(place);
      };
      const place: OccupiedPlace = {
        ...caller,
        bytes: 0,
        progressAt: now(),
        isComplete: false,
        takeAway: () => {
          leave();
          drop();
        },
      };
      const stallCheck = setInterval(() => {
        if (!place.isComplete && silentFor(place) >= cutOffMs) place.takeAway();
      }, cutOffMs / 5);
      stallCheck.unref();
      occupied.add(place);
      return {
        received(bytes) {
          const chunks = Math.floor(place.bytes / chunkBytes);
          place.bytes += bytes;
          if (Math.floor(place.bytes / chunkBytes) > chunks) place.progressAt = now();
        },
        complete() {
          place.isComplete = true;
        },
        leave,
      };
    },
  };
}

/** The file that loses its place to the caller: the one silent for longest, otherwise one of an address that has far more. */
function placeToFree(
  occupied: readonly OccupiedPlace[],
  address: string,
  now: number,
): OccupiedPlace | undefined {
  const receiving = occupied.filter((place) => !place.isComplete);
  const [slowest] = receiving.toSorted((a, b) => a.progressAt - b.progressAt);
  if (slowest && now - slowest.progressAt >= stalledMs) return slowest;
  const countOfAddress = (key: string) => occupied.filter((place) => place.address === key).length;
  const callersCount = countOfAddress(address);
  return receiving
    .filter((place) => countOfAddress(place.address) > callersCount + 1)
    .toSorted(
      (a, b) => countOfAddress(b.address) - countOfAddress(a.address) || a.progressAt - b.progressAt,
    )[0];
}
