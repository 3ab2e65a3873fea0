import { useEffect, useMemo } from 'react';
import { useSearch } from 'wouter';

/** The page's own parameters; `product_id` is read as `productId` (RTE-05). */
export function usePage(): Readonly<Record<string, string>> {
  const search = useSearch();
  return useMemo(() => {
    const found: Record<string, string> = {};
    new URLSearchParams(search).forEach((value, name) => {
      found[name] = value;
    });
    if (found.product_id && !found.productId) found.productId = found.product_id;
    return found;
  }, [search]);
}

/** Sets the document's title while the screen is mounted. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
