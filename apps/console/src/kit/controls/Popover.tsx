import { type ReactNode, Suspense, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyName } from '../keys/key-table.ts';
import { LayerContext, useKey } from '../keys/keys.ts';
import styles from '../kit.module.css';
import { useLayer } from './Dialog.tsx';

interface Props {
  /** The button's words. */
  readonly label: string;
  /** The content of the button instead of its words. */
  readonly face?: ReactNode;
  readonly title: string;
  /** The button's class, instead of a button's usual one. */
  readonly className?: string | undefined;
  /** The key that opens it, and its words at the foot of the page. */
  readonly hotkey?: KeyName | undefined;
  readonly hotkeyLabel?: string;
  readonly children: (close: () => void) => ReactNode;
}

/** The distance to the button, and to the edges of the window, in pixels. */
const gap = 4;
const edge = 8;

/**
 * A button that opens a small form beside it. It is the browser's own popover: Escape or a press elsewhere closes it, and the
 * focus returns to the button. Only the form's own keys work while it is open.
 */
export function Popover(props: Props): ReactNode {
  const { label, face, title, className = styles.button, hotkey, hotkeyLabel, children } = props;
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useKey(hotkey, hotkeyLabel ?? label, () => trigger.current?.click());
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        {face ?? label}
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        className={styles.popover}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && (
          <Layered>
            <h2 id={`${id}-title`} className={styles.popoverTitle}>
              {title}
            </h2>
            <Suspense fallback={null}>
              <Placed
                onShown={() => trigger.current && popup.current && place(trigger.current, popup.current)}
              >
                {children(() => popup.current?.hidePopover())}
              </Placed>
            </Suspense>
          </Layered>
        )}
      </div>
    </>
  );
}

/** Puts the popup under the button, inside the window, and the focus on its first control. */
function place(trigger: HTMLElement, popup: HTMLElement): void {
  const { left, bottom } = trigger.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = popup;
  popup.style.left = `${Math.max(edge, Math.min(left, innerWidth - offsetWidth - edge))}px`;
  popup.style.top = `${Math.max(edge, Math.min(bottom + gap, innerHeight - offsetHeight - edge))}px`;
  popup.querySelector<HTMLElement>('button, input, select')?.focus({ preventScroll: true });
}

/** The content, whose script may be loaded now: it is placed once it is there. */
function Placed({ onShown, children }: { readonly onShown: () => void; readonly children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed once, the focus stays where the person takes it
  useLayoutEffect(onShown, []);
  return children;
}

function Layered({ children }: { readonly children: ReactNode }): ReactNode {
  return <LayerContext value={useLayer()}>{children}</LayerContext>;
}
