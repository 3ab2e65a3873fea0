import { useEffect, useState } from 'react';

/**
 * Returns the seconds left, updated every second, and a function that starts the countdown. It uses the clock, because
 * timers pause while the page is hidden. Setting the clock back does not make it longer.
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
