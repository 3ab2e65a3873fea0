import { replayPolicy } from '@hiram/contract/console/policy';
import { useQuery } from '@tanstack/react-query';
import { sendStaff } from '../net/client.ts';

/** Replays are computed for seconds: they are asked for once, and again by a press alone. */
export function useReplay(brand: string, from: number, version: number, last: number, isOn = true) {
  return useQuery({
    queryKey: ['replayed', brand, from, version, last],
    queryFn: () => sendStaff(replayPolicy, { from, version, last }, brand),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOn,
  });
}
