// Table for many rows that renders only the visible ones.
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";
import styles from "./Table.module.css";

type Props = {
  label: string;
  rows: readonly unknown[];
  rowKey: (row: unknown) => string;
  head: ReactNode;
  cells: (row: unknown) => ReactNode;
};

const ROW_HEIGHT = 38;

export function LongTable({ label, rows, rowKey, head, cells }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <div ref={frame} className={styles.frame} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table} aria-label={label} aria-rowcount={rows.length}>
        {head}
        <tbody>
          {before > 0 && <tr aria-hidden="true" style={{ height: before }} />}
          {items.map(({ index }) => (
            <tr key={rowKey(rows[index])} aria-rowindex={index + 2} data-index={index} ref={virtual.measureElement}>
              {cells(rows[index])}
            </tr>
          ))}
          {after > 0 && <tr aria-hidden="true" style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  );
}
