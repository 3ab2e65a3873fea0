import { type ReactNode, useEffect, useId, useRef } from 'react';
import { onBack } from './back.ts';
import css from './Dialog.module.css';
import { Icon } from './Icon.tsx';
import { enterDialog, leaveDialog } from './toaster.ts';

/**
 * A modal on the platform's own <dialog>: it traps and returns focus. Back and Escape close it unless `onClose` is absent;
 * a tap on the mask does so only where `maskCloses`.
 */
export function Dialog(props: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly text?: string;
  readonly onClose?: () => void;
  readonly maskCloses?: boolean;
  /** A close sign in the corner, with its label. */
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
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    // The title is read out first; the first button would look pressed already.
    heading.current?.focus();
    enterDialog(dialog);
    // A finger on the mask must not move the page behind it.
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
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the mask is for fingers; keys have Escape
    <dialog
      ref={ref}
      className={`${css.dialog} ${css[look]}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close.current?.();
      }}
      onClose={() => {
        // A second Escape closes a dialog whatever we say. It opens again, and its owner decides.
        if (!ref.current || ref.current.open) return;
        ref.current.showModal();
        close.current?.();
      }}
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

/** A page of ours inside a dialog. */
export function EmbeddedPage({ src, title }: { readonly src: string; readonly title: string }): ReactNode {
  return <iframe className={css.frame} src={src} title={title} />;
}
