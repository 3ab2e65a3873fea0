import { asId, type OrderId, type ProductId, type SavedLoanId } from '@hiram/contract/ids';
import { useEffect, useMemo } from 'react';
import { useSearch } from './location.ts';

/** The parameters of a page's address. An id in an address is of the kind that its name says. */
interface PageParameters {
  readonly [name: string]: string | undefined;
  readonly orderId?: OrderId;
  readonly productId?: ProductId;
  readonly loanId?: SavedLoanId;
}

/** Instead of an id that the address lacks: the server finds nothing. */
export const noId = asId('');

/** The page's own parameters; `product_id` is read as `productId` (RTE-05). */
export function usePage(): PageParameters {
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
