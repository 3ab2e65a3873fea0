import { availableParallelism } from 'node:os';
import sharp from 'sharp';

/** Limits of quality: bytes as sent, and pixels as the header tells them, before anything is decoded. */
export const maxBytes = 10 * 1024 * 1024;
const maxPixels = 40_000_000;
/** No camera makes a longer side; one of 1 × 39,999,999 takes a minute to turn and to shrink. */
const maxSide = 16_384;
/** The longest side that we keep. */
const keptSide = 2_000;
const decodingSeconds = 5;
/** One thread a picture, and a core left for everybody's calls; the others wait their turn. */
sharp.concurrency(1);
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));

export type PictureRejection =
  | 'noPicture'
  | 'notAPicture'
  | 'heicPicture'
  | 'pictureTooLarge'
  | 'pictureTooManyPixels';

export interface CleanPicture {
  /** JPEG, upright, without metadata. */
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

type Kind = 'jpeg' | 'png' | 'webp' | 'heic' | 'other';

/** What the bytes themselves say they are; a name or a type that came along says nothing. */
function kindOf(bytes: Buffer): Kind {
  const ascii = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (bytes.length < 16) return 'other';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (ascii(4, 8) === 'ftyp' && /^(hei[cfmsx]|hev[cmsx]|mif1|msf1|avif|avis)$/.test(ascii(8, 12)))
    return 'heic';
  return 'other';
}

let working = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  // A turn is handed from one to the next: whoever waits does not take it from who comes later.
  if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else working += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else working -= 1;
  }
}

/**
 * Makes a picture of a stranger's bytes safe to keep and to show: told apart by its first bytes, measured before it is
 * decoded, decoded and drawn anew, so that nothing but pixels is left. Never throws for what a person may send.
 */
export async function readPicture(bytes: Buffer): Promise<CleanPicture | PictureRejection> {
  if (bytes.length === 0) return 'noPicture';
  if (bytes.length > maxBytes) return 'pictureTooLarge';
  const kind = kindOf(bytes);
  if (kind === 'heic') return 'heicPicture';
  if (kind === 'other') return 'notAPicture';
  return inTurn(async () => {
    try {
      const source = () => sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 });
      const { format, width, height } = await source().metadata();
      if (format !== kind) return 'notAPicture';
      if (width * height > maxPixels || Math.max(width, height) > maxSide) return 'pictureTooManyPixels';
      const { data, info } = await source()
        .timeout({ seconds: decodingSeconds })
        .autoOrient()
        .resize({ width: keptSide, height: keptSide, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .jpeg({ quality: 82 })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch {
      return 'notAPicture';
    }
  });
}
