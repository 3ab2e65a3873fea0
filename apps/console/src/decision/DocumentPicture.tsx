import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import styles from './decision.module.css';

const zooms = [1, 2, 3] as const;
const quarter = Math.PI / 2;

/** Draws a picture turned by quarters, with the viewer's mark across it. */
function draw(canvas: HTMLCanvasElement, image: HTMLImageElement, turns: number, watermark: string): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { naturalWidth: width, naturalHeight: height } = image;
  const isUpright = turns % 2 === 0;
  canvas.width = isUpright ? width : height;
  canvas.height = isUpright ? height : width;
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate(turns * quarter);
  pen.drawImage(image, -width / 2, -height / 2);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  const size = Math.max(14, Math.round(canvas.width / 28));
  pen.font = `bold ${size}px sans-serif`;
  pen.fillStyle = 'rgba(255, 255, 255, 0.45)';
  pen.strokeStyle = 'rgba(0, 0, 0, 0.35)';
  pen.rotate(-0.35);
  const step = size * 7;
  for (let y = -canvas.height; y < canvas.height * 2; y += step)
    for (let x = -canvas.width; x < canvas.width * 2; x += pen.measureText(watermark).width + step) {
      pen.strokeText(watermark, x, y);
      pen.fillText(watermark, x, y);
    }
}

/** A picture of a document, which can be enlarged and turned, marked with the name of whoever looks at it and with the time. */
export function DocumentPicture({
  label,
  jpeg,
  watermark,
}: {
  readonly label: string;
  /** Base64. */
  readonly jpeg: string;
  readonly watermark: string;
}): ReactNode {
  const { t } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [turns, setTurns] = useState(0);
  const [zoom, setZoom] = useState(0);
  useEffect(() => {
    const image = new Image();
    image.onload = () => canvas.current && draw(canvas.current, image, turns, watermark);
    image.src = `data:image/jpeg;base64,${jpeg}`;
    return () => {
      image.onload = null;
    };
  }, [jpeg, turns, watermark]);
  const factor = zooms[zoom] ?? 1;
  return (
    <figure className={styles.document}>
      <figcaption>
        {label}{' '}
        <Button look="quiet" onClick={() => setZoom((zoom + 1) % zooms.length)}>
          {factor === zooms.at(-1) ? t`Whole picture` : t`Enlarge`}
        </Button>
        <Button look="quiet" onClick={() => setTurns((turns + 1) % 4)}>{t`Turn`}</Button>
      </figcaption>
      <div className={styles.scroll}>
        <canvas ref={canvas} role="img" aria-label={label} style={{ width: `${factor * 100}%` }} />
      </div>
    </figure>
  );
}
