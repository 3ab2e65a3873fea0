/** A QR code as a path of an SVG with one unit for each module; `size` includes no margin. */
export async function qrPath(text: string): Promise<{ readonly size: number; readonly path: string }> {
  const { default: bwip } = await import('bwip-js/node');
  const [code] = bwip.raw({ bcid: 'qrcode', text });
  if (!code || !('pixs' in code)) throw new Error('no QR code was made');
  const { pixs, pixx: size } = code;
  const dark = pixs.flatMap((isDark, index) =>
    isDark ? [`M${index % size} ${Math.floor(index / size)}h1v1h-1z`] : [],
  );
  return { size, path: dark.join('') };
}
