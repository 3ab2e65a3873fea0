import { useEffect, useState } from 'react';

/**
 * Returns the seconds left, updated every second, and a function that starts the countdown. It uses the clock, because
 * timers pause while the page is hidden. Setting the clock back does not make it longer.
 */
export function useCountdown(initialSeconds = 0): readonly [number, (seconds: number) => void] {
  const [left, setLeft] = useState(initialSeconds);
  const [end, setEnd] = useState(() => Date.now() + initialSeconds * 1_000);
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const update = (limit: (previous: number) => number) =>
      setLeft((previous) => Math.max(0, Math.min(Math.ceil((end - Date.now()) / 1_000), limit(previous))));
    const timer = setInterval(() => update((previous) => previous - 1), 1_000);
    const refresh = () => update((previous) => previous);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [running, end]);
  const start = (seconds: number) => {
    setLeft(seconds);
    setEnd(Date.now() + seconds * 1_000);
  };
  return [left, start];
}
