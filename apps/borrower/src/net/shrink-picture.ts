/** The longest side that is sent: enough to read a receipt, a tenth of what a camera makes. */
const maxSide = 1_600;
const quality = 0.82;

function open(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('not a picture that this engine can read'));
    image.src = url;
  });
}

/** Does the engine turn a photo upright by itself, on the page and on a canvas alike? Those before Chrome 81 do not. */
function turnsUpright(): boolean {
  return typeof CSS !== 'undefined' && CSS.supports('image-orientation', 'from-image');
}

/**
 * A photo as it is sent: at most 1600 pixels long, upright. What this engine cannot read or cannot turn goes as it is, and the
 * server, which turns and checks every picture, decides.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  if (file.type === 'image/jpeg' && !turnsUpright()) return file;
  const url = URL.createObjectURL(file);
  try {
    const image = await open(url);
    const scale = Math.min(1, maxSide / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    const pen = canvas.getContext('2d');
    if (!pen) return file;
    // What was see-through becomes paper, as JPEG knows no other.
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
