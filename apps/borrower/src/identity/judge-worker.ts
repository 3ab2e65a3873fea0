import { type Judged, judge } from './judge.ts';

/** Judges pictures beside the page, which stays quick to touch. */
self.onmessage = ({ data }: MessageEvent<Judged>) => {
  self.postMessage(judge(data));
};
