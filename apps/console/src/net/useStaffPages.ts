import type { StaffCall, StaffInput, StaffOutput } from '@hiram/contract/console/staff-call';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { sendStaff } from './client.ts';

export interface Pages<Row> {
  /** For `Loaded`: loading and faults of the first page. */
  readonly query: UseInfiniteQueryResult<readonly Row[]>;
  readonly rows: readonly Row[];
  /** Loads the next page; undefined: all rows are there. */
  readonly more: (() => void) | undefined;
  readonly isLoadingMore: boolean;
}

interface PagedCall<C extends StaffCall, Row, Cursor> {
  readonly call: C;
  readonly input: StaffInput<C>;
  readonly brand?: string;
  readonly rowsOf: (page: StaffOutput<C>) => readonly Row[];
  /** The start of the next page; undefined: this page is the last one. */
  readonly nextOf: (page: StaffOutput<C>) => Cursor | undefined;
  /** The input of a page after a cursor. */
  readonly inputAfter: (cursor: Cursor) => StaffInput<C>;
}

/** Reads a list page by page. */
export function useStaffPages<C extends StaffCall, Row, Cursor>(
  paged: PagedCall<C, Row, Cursor>,
): Pages<Row> {
  const { call, input, brand, rowsOf, nextOf, inputAfter } = paged;
  const query = useInfiniteQuery({
    queryKey: [call.name, brand, input, 'pages'],
    initialPageParam: undefined as Cursor | undefined,
    queryFn: ({ pageParam }) =>
      sendStaff(call, pageParam === undefined ? input : inputAfter(pageParam as Cursor), brand, {
        isRead: true,
      }),
    getNextPageParam: nextOf,
    select: ({ pages }) => pages.flatMap(rowsOf),
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return {
    query,
    rows: query.data ?? [],
    more: hasNextPage ? () => void fetchNextPage() : undefined,
    isLoadingMore: isFetchingNextPage,
  };
}
