import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode, RefObject } from 'react';
import styles from './table.module.css';

interface Props {
  /** The key of every line. */
  readonly keys: readonly string[];
  /** The element in which the lines scroll. */
  readonly scroller: RefObject<HTMLElement | null>;
  /** The number of columns. */
  readonly width: number;
  readonly draw: (index: number) => ReactNode;
}

const lineHeight = 36;

/** A long table's lines that are in view, with the height of the others above and below. */
export function LinesInView({ keys, scroller, width, draw }: Props): ReactNode {
  const virtual = useVirtualizer({
    count: keys.length,
    estimateSize: () => lineHeight,
    getItemKey: (index) => keys[index] ?? index,
    getScrollElement: () => scroller.current,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <tbody>
      <Space height={above} width={width} />
      {items.map(({ index }) => draw(index))}
      <Space height={below} width={width} />
    </tbody>
  );
}

function Space({ height, width }: { readonly height: number; readonly width: number }): ReactNode {
  return (
    <tr className={styles.space}>
      <td colSpan={width} style={{ height }} />
    </tr>
  );
}
