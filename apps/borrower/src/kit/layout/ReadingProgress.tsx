import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import css from './ReadingProgress.module.css';

/** A line at the top that grows as the reader scrolls `scrolled`, by default the page. */
export function ReadingProgress({
  scrolled,
}: {
  readonly scrolled?: RefObject<HTMLElement | null>;
}): ReactNode {
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = scrolled?.current ?? document.documentElement;
    const target = scrolled?.current ?? window;
    const show = () => {
      const rest = element.scrollHeight - element.clientHeight;
      const read = rest > 0 ? Math.min(1, element.scrollTop / rest) : 1;
      if (line.current) line.current.style.transform = `scaleX(${read})`;
    };
    const observer = new ResizeObserver(show);
    for (const child of element.children) observer.observe(child);
    target.addEventListener('scroll', show, { passive: true });
    return () => {
      observer.disconnect();
      target.removeEventListener('scroll', show);
    };
  }, [scrolled]);
  return <span ref={line} className={css.line} aria-hidden="true" />;
}
