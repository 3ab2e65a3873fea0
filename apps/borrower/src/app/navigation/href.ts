import { carriedContext } from '../settings/context.ts';
import { ownPage } from './own-page.ts';
import { type Path, paths } from './paths.ts';

/** Page parameters in addition to the common context. */
export type PageParameters = Readonly<
  Partial<
    Record<
      | 'productId'
      | 'orderId'
      | 'source'
      | 'from'
      | 'returnTo'
      | 'tab'
      | 'group'
      | 'loanId'
      | 'problemId'
      | 'problemType'
      | 'problemSonType'
      | 'pay'
      | 'steps'
      | 'guide'
      | 'showType'
      | 'isDelay'
      | 'institution',
      string
    >
  >
>;

/** The address of a screen: its parameters first, then the common context (RTE-04). */
export function href(path: Path, parameters: PageParameters = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...parameters, ...carriedContext() }))
    if (value) search.set(name, value);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Adds the common context to a page of this app that another party named (`orderUrl`, `payUrl`, `returnTo`, …).
 * For any other address it returns the home page, so that the context never leaves the app.
 */
export function withContext(url: string, more: Readonly<Record<string, string>> = {}): string {
  const target = new URL(ownPage(url) ?? paths.main, location.origin);
  for (const [name, value] of Object.entries({ ...carriedContext(), ...more }))
    if (value) target.searchParams.set(name, value);
  return target.pathname + target.search + target.hash;
}
