import { useEffect, useState } from 'react';

/**
 * Seconds left, told every second, and how to start. It goes by the clock: a page that was out of sight meanwhile, where
 * timers stand still, is not behind. A clock that is set back does not make it longer.
 */
export function useCountdown(from = 0): readonly [number, (seconds: number) => void] {
  const [left, setLeft] = useState(from);
  const [end, setEnd] = useState(() => Date.now() + from * 1_000);
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const tell = (most: (before: number) => number) =>
      setLeft((before) => Math.max(0, Math.min(Math.ceil((end - Date.now()) / 1_000), most(before))));
    const timer = setInterval(() => tell((before) => before - 1), 1_000);
    const look = () => tell((before) => before);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [running, end]);
  const start = (seconds: number) => {
    setLeft(seconds);
    setEnd(Date.now() + seconds * 1_000);
  };
  return [left, start];
}
