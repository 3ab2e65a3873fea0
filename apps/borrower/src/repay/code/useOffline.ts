import { useEffect, useLayoutEffect, useState } from 'react';

/** True if the phone has no connection. The page says so itself: the general notice is hidden. */
export function useOffline(isHeld: boolean): boolean {
  const [isOffline, setIsOffline] = useState(navigator.onLine === false);
  useEffect(() => {
    const update = () => setIsOffline(!navigator.onLine);
    window.addEventListener('online', update);
    window.addEventListener('offline', update);
    return () => {
      window.removeEventListener('online', update);
      window.removeEventListener('offline', update);
    };
  }, []);
  const result = isOffline || isHeld;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-own-notice', result);
    return () => document.documentElement.removeAttribute('data-own-notice');
  }, [result]);
  return result;
}
