import { useEffect, useMemo } from 'react';
import { useSearch } from 'wouter';

/** The page's own parameters; `product_id` is read as `productId` (RTE-05). */
export function usePage(): Readonly<Record<string, string>> {
  const search = useSearch();
  return useMemo(() => {
    const parameters: Record<string, string> = {};
    new URLSearchParams(search).forEach((value, name) => {
      parameters[name] = value;
    });
    if (parameters.product_id && !parameters.productId) parameters.productId = parameters.product_id;
    return parameters;
  }, [search]);
}

/** Sets the document's title while the screen is mounted. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
