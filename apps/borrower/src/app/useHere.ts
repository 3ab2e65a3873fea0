import { useEffect, useRef } from 'react';

/** Tells whether what asked is still on the page: an answer that comes after one went back takes nobody away. */
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
