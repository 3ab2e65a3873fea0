/**
 * The last resort: `scheme://page?name=value` by the address bar. It carries one step and brings no answer back, so
 * it stands behind the actions that go somewhere and is no transport of its own.
 */
export function deepLink(scheme: string, page: string, param: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(param).toString();
  return `${scheme}://${encodeURIComponent(page)}${query ? `?${query}` : ''}`;
}

interface Sight {
  readonly hidden: boolean;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'visibilitychange', listener: () => void): void;
}

/** Does the page go out of sight within so many milliseconds? The one sign that an app took a deep link up. */
export function leavesWithin(document: Sight, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const tell = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tell);
      resolve(document.hidden);
    };
    const timer = setTimeout(tell, withinMs);
    document.addEventListener('visibilitychange', tell);
  });
}
