const size = 720;

/** Saves a code's picture to the phone with its amount below. Returns false if the picture does not load. */
export async function saveCode(address: string, amount: string): Promise<boolean> {
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
  } catch {
    return false;
  }
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size + 80;
  const context = canvas.getContext('2d');
  if (!context) return false;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 40, 40, size - 80, size - 80);
  context.fillStyle = '#111111';
  context.font = '700 40px sans-serif';
  context.textAlign = 'center';
  context.fillText(amount, size / 2, size + 30);
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = 'payment-qr.png';
  link.click();
  return true;
}
