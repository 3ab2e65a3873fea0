interface Printed {
  readonly name: string;
  readonly title: string;
  readonly amount: string;
  readonly when: string;
  readonly rows: readonly { readonly text: string; readonly value: string }[];
  readonly rest: readonly { readonly text: string; readonly value: string }[];
  readonly check: string;
}

const width = 720;
const margin = 48;
const lineHeight = 46;

/** Draws the receipt on white, as a phone's gallery shows it in either theme. */
function draw(printed: Printed): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const lines = [...printed.rows, ...printed.rest];
  canvas.width = width;
  canvas.height = margin * 2 + 230 + (lines.length + 2) * lineHeight;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const primary = getComputedStyle(document.documentElement).getPropertyValue('--primary').trim();
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, canvas.height);
  context.fillStyle = primary || '#222222';
  context.fillRect(0, 0, width, 12);
  let top = margin + 24;
  const write = (text: string, font: string, colour: string, right = false) => {
    context.font = `${font} sans-serif`;
    context.fillStyle = colour;
    context.textAlign = right ? 'right' : 'left';
    context.fillText(text, right ? width - margin : margin, top, width - margin * 2);
  };
  write(printed.name, '700 34px', '#111111');
  write(printed.title, '400 24px', '#555555', true);
  top += 90;
  write(printed.amount, '700 64px', '#111111');
  top += 48;
  write(printed.when, '400 24px', '#555555');
  top += lineHeight;
  for (const { text, value } of lines) {
    context.fillStyle = '#dddddd';
    context.fillRect(margin, top - 32, width - margin * 2, 1);
    write(text, '400 24px', '#555555');
    write(value, '700 24px', '#111111', true);
    top += lineHeight;
  }
  top += 24;
  write(printed.check, '400 20px', '#555555');
  return canvas;
}

/** Saves the receipt as a picture to the phone. */
export async function saveReceipt(printed: Printed, reference: string): Promise<void> {
  const picture = await new Promise<Blob | null>((resolve) => draw(printed).toBlob(resolve, 'image/png'));
  if (!picture) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(picture);
  link.download = `${reference}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
