import { loadSharp } from '../../platform/load-sharp.ts';

const maxBytes = 500_000;
const maxPixels = 4_000_000;

/**
 * Decodes the text of a QR code in a picture (`data:image/png;base64,…`). We draw the borrower's picture from the text, so
 * that no bytes of the provider reach a page. Undefined if the picture contains no QR code.
 */
export async function qrTextOf(picture: string): Promise<string | undefined> {
  const base64 = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/=]+)$/.exec(picture)?.[1];
  if (base64 === undefined || base64.length > maxBytes) return undefined;
  try {
    // Loaded when the first picture comes: it would cost every start 0.07 s.
    const [{ default: readQr }, sharp] = await Promise.all([import('jsqr'), loadSharp()]);
    const { data, info } = await sharp(Buffer.from(base64, 'base64'), { limitInputPixels: maxPixels })
      .flatten({ background: '#fff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return readQr.default(new Uint8ClampedArray(data), info.width, info.height)?.data || undefined;
  } catch {
    return undefined;
  }
}
