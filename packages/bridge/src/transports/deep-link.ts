/**
 * The deep link `scheme://page?name=value` of an app's page. It returns no answer, so it is a fallback of navigation actions and
 * not a transport.
 */
export function deepLink(scheme: string, page: string, param: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(param).toString();
  return `${scheme}://${encodeURIComponent(page)}${query ? `?${query}` : ''}`;
}

interface VisibleDocument {
  readonly hidden: boolean;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'visibilitychange', listener: () => void): void;
}

/** Reports whether the page is hidden within so many milliseconds: the only sign that an app opened a deep link. */
export function leavesWithin(document: VisibleDocument, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', finish);
      resolve(document.hidden);
    };
    const timer = setTimeout(finish, withinMs);
    document.addEventListener('visibilitychange', finish);
  });
}
