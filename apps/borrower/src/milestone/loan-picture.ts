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
}

const pictureSize = { width: 810, height: 1114 } as const;

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
function draw(picture: LoanPicture): CanvasRenderingContext2D | undefined {
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
    }: {
      x?: number;
      y: number;
      size: number;
      colour?: string;
      weight?: number;
      right?: boolean;
    },
  ) => {
    context.font = `${weight} ${size}px sans-serif`;
    context.fillStyle = colour;
    context.textAlign = right ? 'right' : 'left';
    context.fillText(text, right ? pictureSize.width - x : x, y, pictureSize.width - 2 * x);
  };
  fill('#ffffff', 0, 0, pictureSize.width, pictureSize.height);
  fill(colours.deep, 0, 0, pictureSize.width, 560);
  write(picture.brand, { y: 100, size: 52, weight: 700, colour: colours.onDeep });
  write(picture.number, { y: 100, size: 34, colour: colours.onDeep, right: true });
  const width = pictureSize.width / picture.count;
  for (let index = 0; index < picture.count; index += 1) {
    const top = 490 - (300 / Math.max(1, picture.count - 1)) * index;
    const isPaid = index < picture.done;
    const isNext = index === picture.done;
    fill(
      isPaid ? colours.paid : isNext ? colours.next : colours.later,
      index * width,
      top,
      width - 4,
      560 - top,
    );
    fill(isPaid || isNext ? colours.accent : colours.onDeep, index * width, top, width - 4, 14);
  }
  write(picture.label, { y: 660, size: 36, colour: '#565b66' });
  write(picture.amount, { y: 750, size: 84, weight: 800 });
  write(picture.dayLabel, { y: 850, size: 36, colour: '#565b66' });
  write(picture.day, { y: 930, size: 64, weight: 800 });
  fill('#d5d8e6', 60, 980, pictureSize.width - 120, 3);
  write(picture.help, { y: 1054, size: 38 });
  return context;
}

/** The picture as a PNG of 16 colours. Undefined if this browser draws none. */
async function loanPicture(picture: LoanPicture): Promise<Blob | undefined> {
  const context = draw(picture);
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
