/** The number of colours: four bits a pixel. */
const maxColours = 16;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The colours that most pixels have, as `0xrrggbb`. */
function commonColours(pixels: Uint8ClampedArray): number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = colourAt(pixels, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return Array.from(counts)
    .sort(([, first], [, second]) => second - first)
    .slice(0, maxColours)
    .map(([colour]) => colour);
}

/** In steps of 16, so that the edges of letters share few colours. */
function colourAt(pixels: Uint8ClampedArray, at: number): number {
  const step = (value: number) => Math.min(255, Math.round(value / 17) * 17);
  return (step(pixels[at] ?? 0) << 16) | (step(pixels[at + 1] ?? 0) << 8) | step(pixels[at + 2] ?? 0);
}

function distance(first: number, second: number): number {
  const parts = [16, 8, 0].map((shift) => ((first >> shift) & 255) - ((second >> shift) & 255));
  return parts.reduce((sum, part) => sum + part * part, 0);
}

/** The rows of a PNG: each begins with its filter (none) and has two pixels a byte. */
function rowsOf(pixels: Uint8ClampedArray, { width, height }: Size, colours: readonly number[]): Uint8Array {
  const indexes = new Map<number, number>();
  const indexOf = (colour: number): number => {
    const known = indexes.get(colour);
    if (known !== undefined) return known;
    let best = 0;
    for (let index = 1; index < colours.length; index += 1)
      if (distance(colour, colours[index] ?? 0) < distance(colour, colours[best] ?? 0)) best = index;
    indexes.set(colour, best);
    return best;
  };
  const rowBytes = 1 + Math.ceil(width / 2);
  const rows = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const index = indexOf(colourAt(pixels, (y * width + x) * 4));
      const at = y * rowBytes + 1 + (x >> 1);
      rows[at] = (rows[at] ?? 0) | (x % 2 === 0 ? index << 4 : index);
    }
  return rows;
}

/** Zlib's format, by the browser where it can compress (Chrome 80, Safari 16.4). */
async function compress(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> {
  if (typeof CompressionStream === 'undefined') return undefined;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (let at = 0; at < bytes.length; at += 1) {
    crc ^= bytes[at] ?? 0;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function chunk(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  for (let at = 0; at < 4; at += 1) bytes[4 + at] = name.charCodeAt(at);
  bytes.set(content, 8);
  view.setUint32(content.length + 8, crcOf(bytes.subarray(4, content.length + 8)));
  return bytes;
}

/** Encodes pixels (RGBA) as a PNG of at most 16 colours. Undefined where the browser cannot compress. */
export async function encodePng(pixels: Uint8ClampedArray, size: Size): Promise<Blob | undefined> {
  const colours = commonColours(pixels);
  const data = await compress(rowsOf(pixels, size, colours) as Uint8Array<ArrayBuffer>);
  if (!data) return undefined;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size.width);
  view.setUint32(4, size.height);
  // Four bits a pixel, of a palette.
  header.set([4, 3, 0, 0, 0], 8);
  const palette = new Uint8Array(colours.length * 3);
  colours.forEach((colour, index) => {
    palette.set([(colour >> 16) & 255, (colour >> 8) & 255, colour & 255], index * 3);
  });
  const signature = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const parts = [
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', data),
    chunk('IEND', new Uint8Array(0)),
  ];
  return new Blob(parts, { type: 'image/png' });
}
