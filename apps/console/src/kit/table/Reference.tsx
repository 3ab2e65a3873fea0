import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import styles from './table.module.css';

/**
 * A reference or an id of somebody else, which may be long: one line of a table, whole for assistive
 * technology and on hover. What is cut is its middle, since ids that are made one after the other differ in
 * their ends.
 */
const tail = 6;

export function Reference({ text }: { readonly text: string }): ReactNode {
  if (text === '') return '–';
  return (
    <span className={styles.reference} title={text}>
      <span>{text.slice(0, -tail)}</span>
      {text.slice(-tail)}
    </span>
  );
}

/** A reference with a button that copies the whole of it. */
export function CopiedReference({ text }: { readonly text: string }): ReactNode {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState(false);
  return (
    <span className={styles.copied}>
      <Reference text={text} />
      <button
        type="button"
        className={styles.copy}
        aria-label={t`Copy ${text}`}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {isCopied ? t`Copied` : t`Copy`}
      </button>
    </span>
  );
}
