/** What is looked at in a picture. */
export type Check = 'sharp' | 'corners' | 'light' | 'size';

/** A fault of a picture that would make it useless to a reader. */
export type Fault = 'dark' | 'bright' | 'blurred' | 'small' | 'cut';

/** A picture to judge: RGBA as a canvas gives it, and the shorter side of the file's picture in pixels. */
export interface Judged {
  readonly pixels: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly side: number;
  /** True: four corners must be in it. */
  readonly isDocument: boolean;
}

/** A shorter side than this many pixels has no text that can be read. */
const minSide = 480;
/** On a scale to 255: the mean below or above which, and the share of white pixels by which, print disappears. */
const [darkest, brightest, whitest] = [52, 222, 0.45];
/** The variance of the Laplacian of a sharp picture of about 640 pixels is some hundreds, of a blurred one some tens. */
const sharpness = 45;
/** A pixel whose Laplacian is larger than this is part of an edge. */
const edge = 40;
/** The share of a picture's side at which nothing of a document may lie, and how much as busy as the middle it is if it does. */
const [border, busy] = [0.035, 0.7];

/** The worst fault of a picture, if it cannot be read, and what it passed. The light can hide what else is wrong with it. */
export interface Judgement {
  readonly fault?: Fault | undefined;
  readonly passed: readonly Check[];
}

export function judge({ pixels, width, height, side, isDocument }: Judged): Judgement {
  const grey = new Uint8Array(width * height);
  let sum = 0;
  let white = 0;
  for (let at = 0; at < grey.length; at += 1) {
    const from = at * 4;
    const light =
      (299 * (pixels[from] ?? 0) + 587 * (pixels[from + 1] ?? 0) + 114 * (pixels[from + 2] ?? 0)) / 1_000;
    grey[at] = light;
    sum += light;
    if (light > 250) white += 1;
  }
  const mean = sum / grey.length;
  const isLarge = side >= minSide;
  const isBright = mean > brightest || white > whitest * grey.length;
  const light = mean < darkest ? 'dark' : isBright ? 'bright' : undefined;
  const edges = judgeEdges(grey, width, height, isDocument);
  return {
    fault: isLarge ? (light ?? edges.fault) : 'small',
    passed: [...edges.passed, ...(light ? [] : ['light' as const]), ...(isLarge ? ['size' as const] : [])],
  };
}

function judgeEdges(grey: Uint8Array, width: number, height: number, isDocument: boolean): Judgement {
  let [sum, squares, count] = [0, 0, 0];
  // Edges and pixels of left, top, right, bottom and the middle.
  const edges = [0, 0, 0, 0, 0];
  const areas = [0, 0, 0, 0, 0];
  const [marginX, marginY] = [width * border, height * border];
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const value =
        4 * (grey[at] ?? 0) -
        (grey[at - 1] ?? 0) -
        (grey[at + 1] ?? 0) -
        (grey[at - width] ?? 0) -
        (grey[at + width] ?? 0);
      sum += value;
      squares += value * value;
      count += 1;
      const place =
        x < marginX ? 0 : y < marginY ? 1 : x > width - marginX ? 2 : y > height - marginY ? 3 : 4;
      areas[place] = (areas[place] ?? 0) + 1;
      if (value > edge || value < -edge) edges[place] = (edges[place] ?? 0) + 1;
    }
  if (squares / count - (sum / count) ** 2 < sharpness) return { fault: 'blurred', passed: [] };
  const density = edges.map((found, place) => found / Math.max(1, areas[place] ?? 0));
  const middle = density[4] ?? 0;
  const crossed = density.slice(0, 4).filter((found) => found > busy * middle);
  if (!isDocument || middle === 0) return { passed: ['sharp'] };
  return crossed.length > 0 ? { fault: 'cut', passed: ['sharp'] } : { passed: ['sharp', 'corners'] };
}
