/** A QR code as a path of an SVG with one unit for each module; `size` includes no margin. */
export async function qrPath(text: string): Promise<{ readonly size: number; readonly path: string }> {
  const { create } = await import('qrcode');
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = [...data].flatMap((isDark, index) =>
    isDark ? [`M${index % size} ${Math.floor(index / size)}h1v1h-1z`] : [],
  );
  return { size, path: dark.join('') };
}
