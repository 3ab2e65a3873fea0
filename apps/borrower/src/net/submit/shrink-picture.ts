/** The longest side of a sent picture in pixels: enough to read a receipt, a tenth of a camera's file size. */
const maxSide = 1_600;
const quality = 0.82;

export function openImage(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('not a picture that this engine can read'));
    image.src = url;
  });
}

/** Reports whether the engine applies a photo's orientation both in the page and on a canvas. Chrome before 81 does not. */
export function turnsUpright(): boolean {
  return typeof CSS !== 'undefined' && CSS.supports('image-orientation', 'from-image');
}

/**
 * Shrinks a photo to at most 1600 pixels a side, upright. A file that this engine cannot read or rotate is sent
 * unchanged: the server rotates and checks every picture.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  if (file.type === 'image/jpeg' && !turnsUpright()) return file;
  const url = URL.createObjectURL(file);
  try {
    const image = await openImage(url);
    const scale = Math.min(1, maxSide / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    const pen = canvas.getContext('2d');
    if (!pen) return file;
    // JPEG has no transparency: use a white background.
    pen.fillStyle = '#ffffff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    return small && (scale < 1 || small.size < file.size) ? small : file;
  } catch {
    return file;
  } finally {
    URL.revokeObjectURL(url);
  }
}
