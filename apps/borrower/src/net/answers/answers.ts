import { later } from '../../kit/runtime/later.ts';
import { NoAnswer } from '../transport/call-result.ts';
import { AnswerStore } from './answer-store.ts';

const loading = later(() => import('./load-answer.ts'));

/**
 * The answers of this page. A broken connection is retried once, an answer never. Old answers are loaded again when
 * the page becomes visible or the phone online.
 */
export const answerStore = new AnswerStore({
  now: Date.now,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  isVisible: () => document.visibilityState !== 'hidden',
  isOnline: () => navigator.onLine !== false,
  loading: loading.load,
  isRepeatable: (error) => error instanceof NoAnswer && !error.timedOut,
});

window.addEventListener('visibilitychange', () => answerStore.wake());
window.addEventListener('online', () => answerStore.wake());
