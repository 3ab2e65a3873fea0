import { availableParallelism } from 'node:os';
import { loadSharp } from '../platform/load-sharp.ts';

/** The maximum size of a picture in bytes, and in pixels by its header, checked before decoding. */
const maxBytes = 10 * 1024 * 1024;
const maxPixels = 40_000_000;
/** No camera makes a longer side. A picture of 1 × 39,999,999 pixels would take a minute to rotate and shrink. */
const maxSide = 16_384;
/** The longest side of a stored picture, in pixels. */
const storedSide = 2_000;
const decodingSeconds = 5;
/** One core is left for calls; other pictures wait. */
const maxConcurrent = Math.max(1, Math.min(2, availableParallelism() - 1));

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

/** The format by the first bytes. The name and type that the client sends do not count. */
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

async function withTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  // The turn passes to the next in line, so that later callers do not overtake it.
  if (working >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
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
 * Converts an untrusted upload into a safe picture: its format is detected by the first bytes, its dimensions are checked
 * before decoding, and it is decoded and encoded again, so that only pixels remain. Returns the reason if it is rejected;
 * never throws for invalid input.
 */
export async function readPicture(bytes: Buffer): Promise<CleanPicture | PictureRejection> {
  if (bytes.length === 0) return 'noPicture';
  if (bytes.length > maxBytes) return 'pictureTooLarge';
  const kind = kindOf(bytes);
  if (kind === 'heic') return 'heicPicture';
  if (kind === 'other') return 'notAPicture';
  return withTurn(async () => {
    try {
      const sharp = await loadSharp();
      const source = () => sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 });
      const { format, width, height } = await source().metadata();
      if (format !== kind) return 'notAPicture';
      if (width * height > maxPixels || Math.max(width, height) > maxSide) return 'pictureTooManyPixels';
      const { data, info } = await source()
        .timeout({ seconds: decodingSeconds })
        .autoOrient()
        .resize({ width: storedSide, height: storedSide, fit: 'inside', withoutEnlargement: true })
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
