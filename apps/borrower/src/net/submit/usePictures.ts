import { type RefObject, useEffect, useRef, useState } from 'react';
import { NoAnswer } from '../transport/call-result.ts';
import { newKey } from '../transport/new-key.ts';
import { shrinkPicture } from './shrink-picture.ts';

interface SentPicture {
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

interface Options {
  /** Uploads one shrunk picture. Returns its address, or the message of a rejection. */
  readonly send: (picture: Blob, signal: AbortSignal) => Promise<{ url: string } | { rejected: string }>;
  /** Deletes an uploaded picture. A failure is ignored: the server deletes unused pictures later. */
  readonly discard?: (url: string) => Promise<void>;
  readonly maxPictures: number;
  readonly initialUrls: readonly string[];
  readonly onSent: () => void;
  readonly onRefused: (message: string | undefined) => void;
}

type Update = (previous: readonly SentPicture[]) => readonly SentPicture[];

/** A list that `latest` has as soon as it is changed: uploads change it between two renders. */
function usePictureList(initialUrls: readonly string[]) {
  const [list, setList] = useState<readonly SentPicture[]>(() =>
    initialUrls.map((url) => ({ key: newKey(), shown: url, url })),
  );
  const latest = useRef(list);
  latest.current = list;
  const change = (update: Update) => {
    latest.current = update(latest.current);
    setList(latest.current);
  };
  return { list, latest, change };
}

/** The controllers of the running uploads by the pictures' keys. Leaving the page stops the uploads. */
function useControllers(): RefObject<Map<string, AbortController>> {
  const controllers = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const { current } = controllers;
    return () => current.forEach((stop) => void stop.abort());
  }, []);
  return controllers;
}

/**
 * The pictures of a form. Each is shrunk and uploaded as soon as it is chosen, one after the other, and can be
 * removed.
 */
export function usePictures({
  send,
  discard,
  maxPictures,
  initialUrls,
  onSent,
  onRefused,
}: Options): Pictures {
  const { list, latest, change } = usePictureList(initialUrls);
  const controllers = useControllers();
  const queue = useRef<Promise<void>>(Promise.resolve());

  const remove = (key: string) => {
    controllers.current.get(key)?.abort();
    controllers.current.delete(key);
    const removed = latest.current.filter((picture) => picture.key === key)[0];
    if (removed && removed.shown.indexOf('blob:') === 0) URL.revokeObjectURL(removed.shown);
    if (removed?.url && discard) discard(removed.url).catch(() => undefined);
    change((previous) => previous.filter((picture) => picture.key !== key));
  };
  const uploadPicture = async (key: string, file: File, controller: AbortController) => {
    if (controller.signal.aborted) return;
    try {
      const answer = await send(await shrinkPicture(file), controller.signal);
      if (controller.signal.aborted) return;
      controllers.current.delete(key);
      if ('rejected' in answer) {
        remove(key);
        return onRefused(answer.rejected);
      }
      change((previous) =>
        previous.map((picture) => (picture.key === key ? { ...picture, url: answer.url } : picture)),
      );
      onSent();
    } catch (error) {
      if (controller.signal.aborted) return;
      remove(key);
      onRefused(error instanceof NoAnswer ? undefined : String(error));
    }
  };
  const add = (files: readonly File[]) => {
    const accepted = files.slice(0, Math.max(0, maxPictures - latest.current.length));
    const uploads = accepted.map((file) => ({ file, key: newKey(), stop: new AbortController() }));
    change((previous) => [
      ...previous,
      ...uploads.map(({ file, key }) => ({ key, shown: URL.createObjectURL(file), url: undefined })),
    ]);
    // One upload at a time: on a slow connection two parallel uploads both fail.
    for (const { file, key, stop } of uploads) {
      controllers.current.set(key, stop);
      queue.current = queue.current.then(() => uploadPicture(key, file, stop));
    }
  };
  return { list, busy: list.some((picture) => picture.url === undefined), add, remove };
}
