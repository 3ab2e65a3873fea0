import {
  type IdentityPart,
  type IdentityStep,
  identityBegin,
  identitySubmit,
  identityUploads,
} from '@hiram/contract/identity';
import { useEffect, useRef, useState } from 'react';
import { upload } from '../net/submit/upload.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { NoAnswer } from '../net/transport/call-result.ts';
import type { Judgement } from './judge.ts';
import { preparePicture } from './prepare-picture.ts';
import { sendWithProgress } from './send-with-progress.ts';

/** A picture that was taken: it waits for a better one, is on its way, or did not arrive. */
export interface CapturedPicture extends Judgement {
  readonly part: IdentityPart;
  /** The address of the picture on this phone. */
  readonly shown: string;
  /** Number of pictures taken of this side. */
  readonly tries: number;
  /** Percent that are sent; undefined: it is not being sent. */
  readonly percent: number | undefined;
  /** The server's reason to refuse it, in the borrower's language. Empty: no answer came. */
  readonly refused: string | undefined;
}

/** The pictures of the step: those that the server has, and the one in hand. */
export function useIdentity(step: IdentityStep) {
  const [kind, setKind] = useState(step.begun ?? step.kind);
  const [received, setReceived] = useState<readonly IdentityPart[]>(step.received);
  const [captured, setCaptured] = useState<CapturedPicture | undefined>(undefined);
  const begun = useRef<string | undefined>(step.asked.length > 0 ? undefined : step.begun);
  const prepared = useRef<{ readonly picture: Blob; readonly shown: string } | undefined>(undefined);
  /** The addresses of the pictures that were sent from this page. */
  const [pictures, setPictures] = useState<Partial<Record<IdentityPart, string>>>({});
  const addresses = useRef<string[]>([]);
  const stop = useRef(new AbortController());
  const begin = useSubmit(identityBegin);
  const { submit, busy } = useSubmit(identitySubmit);
  useEffect(() => {
    const { current } = stop;
    return () => {
      current.abort();
      for (const address of addresses.current) URL.revokeObjectURL(address);
    };
  }, []);

  const parts = step.kinds.filter(({ code }) => code === kind)[0]?.parts ?? [];
  const next = parts.filter((part) => received.indexOf(part) < 0)[0];
  const change = (values: Partial<CapturedPicture>) =>
    setCaptured((picture) => (picture ? { ...picture, ...values } : picture));

  const sendPicture = async (part: IdentityPart) => {
    if (!prepared.current || kind === undefined) return;
    const { picture, shown } = prepared.current;
    change({ percent: 0, refused: undefined });
    try {
      if (begun.current !== kind) {
        const answer = await begin.submit({ kind }, { quiet: true });
        if (!answer?.ok) return change({ percent: undefined, refused: answer?.message ?? '' });
        begun.current = kind;
      }
      const onProgress = (share: number) => change({ percent: Math.floor(share * 100) });
      const answer = await upload(identityUploads[part], { picture }, stop.current.signal, {
        fetch: sendWithProgress(onProgress),
      });
      if (stop.current.signal.aborted) return;
      if (!answer.ok) return change({ percent: undefined, refused: answer.message });
      setReceived(answer.data.received);
      setPictures((sent) => ({ ...sent, [part]: shown }));
      setCaptured(undefined);
    } catch (error) {
      if (error instanceof NoAnswer && !stop.current.signal.aborted)
        change({ percent: undefined, refused: '' });
    }
  };

  // A picture for which no answer came is sent again as soon as the phone has a connection.
  const unanswered = captured?.refused === '' ? captured.part : undefined;
  const again = useRef(sendPicture);
  again.current = sendPicture;
  useEffect(() => {
    if (unanswered === undefined) return;
    const goOn = () => void again.current(unanswered);
    window.addEventListener('online', goOn);
    return () => window.removeEventListener('online', goOn);
  }, [unanswered]);

  const take = async (part: IdentityPart, file: Blob) => {
    const tries = (captured?.part === part ? captured.tries : 0) + 1;
    const { picture, fault, passed } = await preparePicture(file, part !== 'selfie');
    if (stop.current.signal.aborted) return;
    const shown = URL.createObjectURL(picture);
    addresses.current.push(shown);
    prepared.current = { picture, shown };
    setCaptured({
      part,
      shown,
      fault,
      passed,
      tries,
      percent: undefined,
      refused: undefined,
    });
    if (fault === undefined) await sendPicture(part);
  };

  const choose = (code: string) => {
    if (code === kind) return;
    setKind(code);
    setCaptured(undefined);
    // The selfie does not depend on the document; the server says what it keeps.
    setReceived(received.filter((part) => part === 'selfie'));
  };
  return { kind, choose, parts, next, received, pictures, captured, take, sendPicture, submit, busy };
}
