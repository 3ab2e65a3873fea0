import { type ButtonHTMLAttributes, type ReactNode, useRef } from 'react';
import { Key } from '../keys/Key.tsx';
import { type KeyName, keyFor } from '../keys/key-table.ts';
import { useKey } from '../keys/keys.ts';
import styles from '../kit.module.css';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
  /** The key that presses it, and its words at the foot of the page. */
  readonly hotkey?: KeyName;
  readonly hotkeyLabel?: string;
}

export function Button(props: Props): ReactNode {
  const { look = 'plain', type = 'button', hotkey, hotkeyLabel, children, ...attributes } = props;
  const button = useRef<HTMLButtonElement>(null);
  const words = hotkeyLabel ?? (typeof children === 'string' ? children : '');
  useKey(hotkey, words, () => button.current?.click(), { isOn: attributes.disabled !== true });
  const className = look === 'plain' ? styles.button : `${styles.button} ${styles[look]}`;
  return (
    <button ref={button} type={type} className={className} {...attributes}>
      {children}
      {hotkey !== undefined && (
        <span aria-hidden="true">
          <Key name={keyFor(hotkey)} />
        </span>
      )}
    </button>
  );
}
