import { loadSharp } from '../../platform/load-sharp.ts';

/** A picture of a wallet's receipt, as a borrower takes it from the screen. Texts as they stand on it. */
export async function receiptPicture(texts: {
  readonly wallet: string;
  readonly amount: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
}): Promise<Blob> {
  const rows = texts.rows.map(
    ([label, value], index) =>
      `<text x="40" y="${270 + index * 44}" fill="#667085">${label}</text><text x="380" y="${270 + index * 44}" text-anchor="end">${value}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="480" font-family="sans-serif" font-size="17">
    <rect width="420" height="480" fill="#e7edf9"/><rect width="420" height="96" fill="#1d4fc4"/>
    <text x="210" y="56" fill="#fff" font-size="26" text-anchor="middle">${texts.wallet}</text>
    <rect x="20" y="112" width="380" height="348" rx="12" fill="#fff"/>
    <text x="210" y="158" fill="#667085" text-anchor="middle">Sent</text>
    <text x="210" y="206" font-size="36" font-weight="bold" text-anchor="middle">${texts.amount}</text>${rows.join('')}</svg>`;
  const sharp = await loadSharp();
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality: 70 }).toBuffer();
  return new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' });
}
