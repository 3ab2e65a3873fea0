import { useEffect, useRef, useState } from 'react';
import { NoAnswer } from './client.ts';
import { newKey } from './new-key.ts';
import { shrinkPicture } from './shrink-picture.ts';

export interface SentPicture {
  readonly key: string;
  /** The address to display: the picture on this phone, or the stored one. */
  readonly shown: string;
  /** The address of the uploaded picture; undefined while the upload is running. */
  readonly url: string | undefined;
}

export interface Pictures {
  readonly list: readonly SentPicture[];
  readonly busy: boolean;
  /** Starts uploading. Files beyond the maximum are ignored (CMP-10). */
  readonly add: (files: readonly File[]) => void;
  readonly remove: (key: string) => void;
}

interface Told {
  /** Uploads one shrunk picture. Returns its address, or the message of a rejection. */
  readonly send: (picture: Blob, signal: AbortSignal) => Promise<{ url: string } | { refused: string }>;
  /** Deletes an uploaded picture. A failure is ignored: the server deletes unused pictures later. */
  readonly take?: (url: string) => Promise<void>;
  readonly most: number;
  readonly kept: readonly string[];
  readonly onSent: () => void;
  readonly onRefused: (message: string | undefined) => void;
}

/**
 * The pictures of a form. Each is shrunk and uploaded as soon as it is chosen, one after the other, and can be
 * removed.
 */
export function usePictures({ send, take, most, kept, onSent, onRefused }: Told): Pictures {
  const [list, setList] = useState<readonly SentPicture[]>(() =>
    kept.map((url) => ({ key: newKey(), shown: url, url })),
  );
  const now = useRef(list);
  now.current = list;
  const stops = useRef(new Map<string, AbortController>());
  const line = useRef<Promise<void>>(Promise.resolve());

  // Leaving the page stops the uploads.
  useEffect(() => {
    const { current } = stops;
    return () => current.forEach((stop) => void stop.abort());
  }, []);

  const change = (to: (before: readonly SentPicture[]) => readonly SentPicture[]) => {
    now.current = to(now.current);
    setList(now.current);
  };
  const remove = (key: string) => {
    stops.current.get(key)?.abort();
    stops.current.delete(key);
    const gone = now.current.filter((one) => one.key === key)[0];
    if (gone && gone.shown.indexOf('blob:') === 0) URL.revokeObjectURL(gone.shown);
    if (gone?.url && take) take(gone.url).catch(() => undefined);
    change((before) => before.filter((one) => one.key !== key));
  };
  const sendOne = async (key: string, file: File, stop: AbortController) => {
    if (stop.signal.aborted) return;
    try {
      const answer = await send(await shrinkPicture(file), stop.signal);
      if (stop.signal.aborted) return;
      stops.current.delete(key);
      if ('refused' in answer) {
        remove(key);
        return onRefused(answer.refused);
      }
      change((before) => before.map((one) => (one.key === key ? { ...one, url: answer.url } : one)));
      onSent();
    } catch (error) {
      if (stop.signal.aborted) return;
      remove(key);
      onRefused(error instanceof NoAnswer ? undefined : String(error));
    }
  };
  const add = (files: readonly File[]) => {
    const taken = files.slice(0, Math.max(0, most - now.current.length));
    const begun = taken.map((file) => ({ file, key: newKey(), stop: new AbortController() }));
    change((before) => [
      ...before,
      ...begun.map(({ file, key }) => ({ key, shown: URL.createObjectURL(file), url: undefined })),
    ]);
    // One upload at a time: on a slow connection two parallel uploads both fail.
    for (const { file, key, stop } of begun) {
      stops.current.set(key, stop);
      line.current = line.current.then(() => sendOne(key, file, stop));
    }
  };
  return { list, busy: list.some((one) => one.url === undefined), add, remove };
}
