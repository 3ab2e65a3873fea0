import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './kit.module.css';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'plain' | 'primary' | 'danger';
}

export function Button({ look = 'plain', type = 'button', ...rest }: Props): ReactNode {
  const className = look === 'plain' ? styles.button : `${styles.button} ${styles[look]}`;
  return <button type={type} className={className} {...rest} />;
}
