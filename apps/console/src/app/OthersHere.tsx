import { lookAtCase } from '@hiram/contract/console/work';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Banner } from '../kit/Banner.tsx';
import { sendStaff } from '../net/client.ts';

/** A page says again that it is open before its lease of a minute ends. */
const againMs = 20_000;

/** Shows the others who have one of these cases open. Paths as in the address: `/complaints/0198…`. */
export function useReaders(paths: readonly string[], brand: string): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: [lookAtCase.name, brand, paths],
    queryFn: () => sendStaff(lookAtCase, { among: [...paths] }, brand),
    enabled: paths.length > 0,
    refetchInterval: againMs,
  });
  return new Map(data?.readers.map(({ path, name }) => [path, name]));
}

interface Props {
  /** The case that this page shows, as in the address. */
  readonly path: string;
  readonly brand: string;
}

/** Says that this page has the case open, and warns if a colleague has too. Nothing is locked. */
export function OthersHere({ path, brand }: Props): ReactNode {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: [lookAtCase.name, brand, path, 'open'],
    queryFn: () => sendStaff(lookAtCase, { open: path }, brand),
    refetchInterval: againMs,
    // A colleague who came meanwhile is told at once.
    staleTime: 0,
  });
  useEffect(
    () => () => {
      void sendStaff(lookAtCase, { left: path }, brand).catch(() => undefined);
    },
    [path, brand],
  );
  const names = [...new Set(data?.readers.map(({ name }) => name))];
  if (names.length === 0) return null;
  return (
    <Banner
      tone="warn"
      title={
        names.length === 1 ? t`${names[0]} has this open too.` : t`${names.join(', ')} have this open too.`
      }
    >
      {t`Nothing is locked: whoever decides first decides.`}
    </Banner>
  );
}
