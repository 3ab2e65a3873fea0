import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useState } from 'react';
import { openLayer } from './key-store.ts';
import { LayerContext } from './keys.ts';
import styles from './kit.module.css';

interface Props {
  readonly title: string;
  /** Beside the title: whom it is about. */
  readonly about?: ReactNode;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the foot. */
  readonly footer?: ReactNode;
}

/** A modal dialog. Escape and a press beside it close it. Only its own keys work while it is open. */
export function Dialog({ title, about, isWide = false, onClose, children, footer }: Props): ReactNode {
  const layer = useLayer();
  const [opener] = useState(() => document.activeElement);
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          className={`${styles.dialog} ${isWide ? styles.wide : ''}`}
          finalFocus={() => focusAfter(opener)}
        >
          <LayerContext value={layer}>
            <div className={styles.dialogHead}>
              <Base.Title className={styles.dialogTitle}>{title}</Base.Title>
              {about !== undefined && <span className={styles.muted}>{about}</span>}
            </div>
            <div className={styles.dialogBody}>{children}</div>
            {footer !== undefined && <div className={styles.dialogFoot}>{footer}</div>}
          </LayerContext>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * Moves the focus after a dialog: back to its opener, or, if that is gone with the decided row, to the chosen row.
 * Never to the page's first field: letters would change the brand.
 */
function focusAfter(opener: Element | null): HTMLElement | null {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) return opener;
  return (
    document.querySelector<HTMLElement>('main tr[aria-current] :is(a, button)') ??
    document.querySelector('main')
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
