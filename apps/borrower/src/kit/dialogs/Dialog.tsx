import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { enterDialog, leaveDialog } from '../feedback/toaster.ts';
import { Icon } from '../layout/Icon.tsx';
import { onBack } from './back.ts';
import css from './Dialog.module.css';

interface Modal {
  /** The element that opens as a modal. */
  readonly ref: RefObject<HTMLDialogElement | null>;
  /** Gets the focus when the modal opens. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** The last `onClose`. */
  readonly close: RefObject<(() => void) | undefined>;
  /**
   * A second Escape closes a dialog even if the event is cancelled. This opens it again, and lets its owner decide.
   */
  readonly reopen: () => void;
}

/** Opens the dialog while it is mounted, closes it on Back, and returns the focus at the end. */
export function useModal(onClose: (() => void) | undefined): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const previousFocus = document.activeElement;
    dialog.showModal();
    // Screen readers read the title first. Focusing the first button would make it look pressed.
    heading.current?.focus();
    enterDialog(dialog);
    // Swiping on the mask must not scroll the page behind it.
    document.documentElement.classList.add('held');
    const offBack = onBack(() => {
      if (!close.current) return false;
      close.current();
      return true;
    });
    return () => {
      offBack();
      leaveDialog(dialog);
      dialog.close();
      if (!document.querySelector('dialog[open]')) document.documentElement.classList.remove('held');
      if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
    };
  }, []);
  const reopen = () => {
    if (!ref.current || ref.current.open) return;
    ref.current.showModal();
    close.current?.();
  };
  return { ref, heading, close, reopen };
}

/**
 * A modal on the native <dialog>, which traps and returns focus. Back and Escape close it unless `onClose` is absent;
 * a tap on the mask closes it only with `maskCloses`.
 */
export function Dialog(props: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly text?: string;
  readonly onClose?: () => void;
  readonly maskCloses?: boolean;
  /** The label of a close button in the corner; without it there is no button. */
  readonly closeLabel?: string;
  readonly look?: 'centred' | 'sheet';
  readonly buttons?: ReactNode;
  readonly singleButton?: boolean;
}): ReactNode {
  const {
    title,
    text,
    children,
    onClose,
    maskCloses = false,
    closeLabel,
    look = 'centred',
    buttons,
    singleButton,
  } = props;
  const { ref, heading, close, reopen } = useModal(onClose);
  const id = useId();

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the mask is for touch; keyboards use Escape
    <dialog
      ref={ref}
      className={`${css.dialog} ${css[look]}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close.current?.();
      }}
      onClose={reopen}
      onClick={(event) => {
        if (maskCloses && event.target === ref.current) close.current?.();
      }}
    >
      <div className={css.inner}>
        <h2 id={id} ref={heading} tabIndex={-1} className={`${css.title} ${closeLabel ? '' : css.plain}`}>
          {title}
        </h2>
        {closeLabel && onClose ? (
          <button type="button" className={css.close} aria-label={closeLabel} onClick={onClose}>
            <Icon name="close" />
          </button>
        ) : null}
        {text ? <p className={css.text}>{text}</p> : null}
        {children}
        {buttons ? <div className={`${css.buttons} ${singleButton ? css.single : ''}`}>{buttons}</div> : null}
      </div>
    </dialog>
  );
}
