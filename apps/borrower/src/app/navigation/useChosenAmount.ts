import { useEffect, useState } from 'react';
import { replaceAddress } from './go.ts';
import { usePathname } from './location.ts';
import { usePage } from './usePage.ts';

/**
 * The amount chosen on this page, in cents; undefined until the borrower chooses one. It is also stored in the
 * address, because a web view does not keep pages: the choice must survive reopening.
 */
export function useChosenAmount(): [number | undefined, (amount: number) => void] {
  const { amount: addressAmount = '' } = usePage();
  const path = usePathname();
  const [amount, setAmount] = useState(
    /^[1-9]\d{0,11}$/.test(addressAmount) ? Number(addressAmount) : undefined,
  );
  useEffect(() => {
    if (amount === undefined || addressAmount === String(amount)) return;
    const search = new URLSearchParams(location.search);
    search.set('amount', String(amount));
    replaceAddress(`${path}?${search}`);
  }, [amount, addressAmount, path]);
  return [amount, setAmount];
}
