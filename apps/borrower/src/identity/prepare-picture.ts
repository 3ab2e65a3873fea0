import { openImage, turnsUpright } from '../net/submit/shrink-picture.ts';
import type { Judged, Judgement } from './judge.ts';

/** The longest side of a sent picture in pixels, and its greatest size in bytes. */
const maxSide = 1_600;
const maxBytes = 350_000;
/** The longest side of what is judged. */
const judgedSide = 640;
/** Milliseconds in which a picture is judged, before it is sent without. */
const judgeMs = 4_000;
const unjudged: Judgement = { passed: [] };
const qualities = [0.82, 0.7, 0.58, 0.46, 0.34];

/** A picture as it is sent, with what is right and wrong with it. */
export interface PreparedPicture extends Judgement {
  readonly picture: Blob;
}

interface Source {
  readonly image: CanvasImageSource;
  readonly width: number;
  readonly height: number;
  readonly close: () => void;
}

/**
 * Opens a photo. Where the engine can, it shrinks it while decoding, so that a camera's whole picture, some 50 MB, is never in
 * memory beside the page.
 */
async function open(file: Blob): Promise<Source> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: maxSide, resizeQuality: 'medium' });
    return { image: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() };
  } catch {
    const url = URL.createObjectURL(file);
    const image = await openImage(url);
    const close = () => URL.revokeObjectURL(url);
    return { image, width: image.naturalWidth, height: image.naturalHeight, close };
  }
}

function draw({ image, width, height }: Source, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  // JPEG has no transparency.
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const asJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

/** The picture as JPEG of at most `maxBytes`: first less exact, then smaller. */
async function encode(source: Source): Promise<Blob> {
  for (let longest = maxSide; ; longest *= 0.75) {
    const canvas = draw(source, longest);
    for (const quality of qualities) {
      const blob = await asJpeg(canvas, quality);
      if (!blob) throw new Error('no JPEG');
      if (blob.size <= maxBytes || longest < judgedSide) return blob;
    }
  }
}

/** What the worker finds. Nothing where the engine has no workers, or too little time. */
function judgeBeside(judged: Judged): Promise<Judgement> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./judge-worker.ts', import.meta.url));
    const end = (judgement: Judgement) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(judgement);
    };
    const timer = setTimeout(() => end(unjudged), judgeMs);
    worker.onmessage = ({ data }: MessageEvent<Judgement>) => end(data);
    worker.onerror = () => end(unjudged);
    worker.postMessage(judged, [judged.pixels.buffer as ArrayBuffer]);
  });
}

/** Shrinks a photo and judges it. A file that this engine cannot read is sent unchanged: the server checks every picture. */
export async function preparePicture(file: Blob, isDocument: boolean): Promise<PreparedPicture> {
  if (file.type === 'image/jpeg' && !turnsUpright()) return { picture: file, ...unjudged };
  try {
    const source = await open(file);
    try {
      const small = draw(source, judgedSide);
      const data = small.getContext('2d')?.getImageData(0, 0, small.width, small.height);
      const { width, height } = small;
      const side = Math.min(source.width, source.height);
      const picture = await encode(source);
      const judged = data && { pixels: data.data, width, height, side, isDocument };
      return { picture, ...(judged ? await judgeBeside(judged) : unjudged) };
    } finally {
      source.close();
    }
  } catch {
    return { picture: file, ...unjudged };
  }
}
