const size = 720;
const fileName = 'payment-qr.png';

/** A code's picture with its amount below. Returns undefined if the picture does not load. */
async function draw(address: string, amount: string): Promise<HTMLCanvasElement | undefined> {
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
  } catch {
    return undefined;
  }
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size + 80;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 40, 40, size - 80, size - 80);
  context.fillStyle = '#111111';
  context.font = '700 40px sans-serif';
  context.textAlign = 'center';
  context.fillText(amount, size / 2, size + 30);
  return canvas;
}

/** Saves a code's picture to the phone. Returns false if the picture does not load. */
export async function saveCode(address: string, amount: string): Promise<boolean> {
  const canvas = await draw(address, amount);
  if (!canvas) return false;
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = fileName;
  link.click();
  return true;
}

/** Gives a code's picture to an app that the person chooses: their wallet, or somebody who pays for them. */
export async function shareCode(address: string, amount: string): Promise<void> {
  const canvas = await draw(address, amount);
  const blob = await new Promise<Blob | null>((resolve) => (canvas ? canvas.toBlob(resolve) : resolve(null)));
  if (!blob) return;
  // A person who closes the phone's list of apps has not failed.
  await navigator
    .share({ files: [new File([blob], fileName, { type: 'image/png' })] })
    .catch(() => undefined);
}
