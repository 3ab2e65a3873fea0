import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'wouter';
import { useToast } from '../kit/toast.tsx';

interface Cases<Row> {
  /** The list that the case belongs to. */
  readonly rows: readonly Row[];
  readonly hrefOf: (row: Row) => string;
  /** The case that is open. */
  readonly href: string;
  /** Where it goes after the last one. */
  readonly list: string;
}

/**
 * The continuation after a decision: the next case of the list opens, and a message offers the last one
 * again. Returns what a screen calls once the decision is made, with what was done in words.
 */
export function useNextCase<Row>(cases: Cases<Row>): (done: string) => void {
  const { rows, hrefOf, href, list } = cases;
  const { t } = useLingui();
  const toast = useToast();
  const [, navigate] = useLocation();
  const index = rows.findIndex((row) => hrefOf(row) === href);
  const next = rows[index + 1] ?? (index > 0 ? rows[0] : undefined);
  const nextHref = next && hrefOf(next);
  return (done) => {
    navigate(nextHref ?? list);
    toast(done, { label: t`Open it again`, run: () => navigate(href) });
  };
}
