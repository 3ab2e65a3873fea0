import { useEffect, useRef } from 'react';

/**
 * Returns a function that says whether this screen is still open. Use it before navigating after an answer: the
 * borrower may have gone back meanwhile.
 */
export function useIsCurrentPage(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
