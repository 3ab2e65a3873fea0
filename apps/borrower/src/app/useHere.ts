import { useEffect, useRef } from 'react';

/**
 * Returns a function that says whether this screen is still open. Use it before navigating after an answer: the
 * borrower may have gone back meanwhile.
 */
export function useHere(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
