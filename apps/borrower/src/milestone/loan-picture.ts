import { encodePng } from './png.ts';

/** The content of the picture: nothing that names the borrower or tells the balance. */
export interface LoanPicture {
  readonly brand: string;
  /** The loan's short number. */
  readonly number: string;
  /** The number of repayments, and of paid ones. */
  readonly count: number;
  readonly done: number;
  readonly label: string;
  readonly amount: string;
  readonly dayLabel: string;
  readonly day: string;
  readonly help: string;
  /** The code of a counter that takes the next payment until its day. */
  readonly barcode?: {
    readonly place: string;
    readonly note: string;
    /** Its digits. */
    readonly code: string;
    /** Its drawing. */
    readonly svg: string;
  };
}

const pictureSize = { width: 810, height: 1114 } as const;
const line = '#d5d8e6';

/** The colours of the picture: few, so that the file is small on a cheap phone. */
function palette(): Record<'deep' | 'onDeep' | 'paid' | 'next' | 'later' | 'accent', string> {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string, otherwise: string) => style.getPropertyValue(`--${name}`).trim() || otherwise;
  return {
    deep: read('deep', '#222222'),
    onDeep: read('on-deep', '#ffffff'),
    paid: read('art-2', '#6a6ad6'),
    next: '#ffffff',
    later: read('art-1', '#4a4ac0'),
    accent: read('accent', '#f2b632'),
  };
}

/** Draws the picture: steps on the brand's ground, the next payment on white, the number to call. */
async function draw(picture: LoanPicture): Promise<CanvasRenderingContext2D | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = pictureSize.width;
  canvas.height = pictureSize.height;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  const colours = palette();
  const fill = (colour: string, x: number, y: number, width: number, height: number) => {
    context.fillStyle = colour;
    context.fillRect(x, y, width, height);
  };
  const write = (
    text: string,
    {
      x = 60,
      y,
      size,
      colour = '#111111',
      weight = 400,
      right = false,
      centred = false,
    }: {
      x?: number;
      y: number;
      size: number;
      colour?: string;
      weight?: number;
      right?: boolean;
      centred?: boolean;
    },
  ) => {
    context.font = `${weight} ${size}px sans-serif`;
    context.fillStyle = colour;
    context.textAlign = centred ? 'center' : right ? 'right' : 'left';
    const at = centred ? pictureSize.width / 2 : right ? pictureSize.width - x : x;
    context.fillText(text, at, y, pictureSize.width - 2 * x);
  };
  const { barcode } = picture;
  // The barcode takes its place from the steps.
  const ground = barcode ? 450 : 560;
  fill('#ffffff', 0, 0, pictureSize.width, pictureSize.height);
  fill(colours.deep, 0, 0, pictureSize.width, ground);
  write(picture.brand, { y: 100, size: 52, weight: 700, colour: colours.onDeep });
  write(picture.number, { y: 100, size: 34, colour: colours.onDeep, right: true });
  const width = pictureSize.width / picture.count;
  for (let index = 0; index < picture.count; index += 1) {
    const top = ground - 70 - ((ground - 260) / Math.max(1, picture.count - 1)) * index;
    const isPaid = index < picture.done;
    const isNext = index === picture.done;
    fill(
      isPaid ? colours.paid : isNext ? colours.next : colours.later,
      index * width,
      top,
      width - 4,
      ground - top,
    );
    fill(isPaid || isNext ? colours.accent : colours.onDeep, index * width, top, width - 4, 14);
  }
  const quiet = '#565b66';
  if (barcode) {
    write(picture.label, { y: 520, size: 34, colour: quiet });
    write(picture.dayLabel, { y: 520, size: 34, colour: quiet, right: true });
    write(picture.amount, { y: 594, size: 66, weight: 800 });
    write(picture.day, { y: 594, size: 58, weight: 800, right: true });
    fill(line, 60, 636, pictureSize.width - 120, 3);
    write(barcode.place, { y: 698, size: 38, weight: 700 });
    write(barcode.note, { y: 698, size: 30, colour: quiet, right: true });
    await drawBarcode(context, barcode.svg, { y: 724, height: 190 });
    write(barcode.code.replace(/(\d{4})(?=\d)/g, '$1 '), { y: 966, size: 44, weight: 700, centred: true });
  } else {
    write(picture.label, { y: 660, size: 36, colour: quiet });
    write(picture.amount, { y: 750, size: 84, weight: 800 });
    write(picture.dayLabel, { y: 850, size: 36, colour: quiet });
    write(picture.day, { y: 930, size: 64, weight: 800 });
  }
  fill(line, 60, barcode ? 1000 : 980, pictureSize.width - 120, 3);
  write(picture.help, { y: 1064, size: 38 });
  return context;
}

/** Units of the server's drawing that a module of a barcode is wide. */
const moduleUnits = 2;

/**
 * Draws a barcode in the middle, each of its modules a whole number of pixels wide, so that its bars have clear edges, with the
 * quiet zone of ten modules beside it.
 */
async function drawBarcode(
  context: CanvasRenderingContext2D,
  svg: string,
  { y, height }: { readonly y: number; readonly height: number },
): Promise<void> {
  const units = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg', `<svg preserveAspectRatio="none" width="${units}" height="${height}"`))}`;
  await image.decode();
  const modules = units / moduleUnits;
  const width = Math.floor((pictureSize.width - 120) / modules) * modules;
  context.drawImage(image, Math.round((pictureSize.width - width) / 2), y, width, height);
}

/** The picture as a PNG of 16 colours. Undefined if this browser draws none. */
async function loanPicture(picture: LoanPicture): Promise<Blob | undefined> {
  const context = await draw(picture);
  if (!context) return undefined;
  const { data } = context.getImageData(0, 0, pictureSize.width, pictureSize.height);
  return encodePng(data, pictureSize);
}

/** Saves the picture to the phone. Returns false if it could not be drawn. */
export async function saveLoanPicture(picture: LoanPicture): Promise<boolean> {
  const blob = await loanPicture(picture);
  if (!blob) return false;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `${picture.number}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return true;
}
