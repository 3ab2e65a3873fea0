import type { DocumentText } from '@hiram/contract/document';
import { useEffect, useState } from 'react';

/** The text behind a document's signed address. `failed` until a retry brings it. */
export function useDocument(url: string) {
  const [text, setText] = useState<DocumentText | undefined>(undefined);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    let isUnmounted = false;
    setFailed(false);
    fetch(url, { headers: { accept: 'application/json' } })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error('rejected'))))
      .then((answer: DocumentText) => isUnmounted || setText(answer))
      .catch(() => isUnmounted || setFailed(true));
    return () => {
      isUnmounted = true;
    };
  }, [url, attempt]);
  return { text, failed, retry: () => setAttempt(attempt + 1) };
}
