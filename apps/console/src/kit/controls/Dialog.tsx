import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { openLayer } from '../keys/key-store.ts';
import { LayerContext } from '../keys/keys.ts';
import type { DialogProps } from './DialogPopup.tsx';

// Its script is loaded with the first dialog: no screen begins with one.
const DialogPopup = lazy(async () => ({ default: (await import('./DialogPopup.tsx')).DialogPopup }));

/** A modal dialog. Escape and a press beside it close it. Only its own keys work while it is open. */
export function Dialog(props: DialogProps): ReactNode {
  const layer = useLayer();
  const [opener] = useState(() => document.activeElement);
  return (
    <LayerContext value={layer}>
      <Suspense fallback={null}>
        <DialogPopup {...props} opener={opener} />
      </Suspense>
    </LayerContext>
  );
}

/** A layer of keys above the page, while the component is shown. */
export function useLayer(): number {
  const [layer, setLayer] = useState(-1);
  useEffect(() => {
    const opened = openLayer();
    setLayer(opened.layer);
    return opened.close;
  }, []);
  return layer;
}
