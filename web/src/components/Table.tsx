// A dense table whose rows may be links. Many rows are drawn as they come into view.
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";
import styles from "./Table.module.css";

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  right?: true;
  /** Left out on a phone. */
  wide?: true;
  width?: string;
};

type Props<Row> = {
  /** What the table holds, for readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Stands in place of rows. */
  empty?: ReactNode;
};

/** From here on only the rows in view are drawn. */
const MANY = 120;
const ROW_HEIGHT = 38;

export function Table<Row>(props: Props<Row>) {
  if (props.rows.length === 0 && props.empty) return props.empty;
  return props.rows.length > MANY ? <LongTable {...props} /> : <ShortTable {...props} />;
}

const classOf = ({ right, wide }: { right?: true; wide?: true }): string =>
  [right && styles.right, wide && styles.wide].filter(Boolean).join(" ");

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.title}
            scope="col"
            className={classOf(column)}
            style={column.width ? { width: column.width } : undefined}
          >
            {column.title || <span className="sr-only">Actions</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map((column) => (
    <td key={column.title} className={classOf(column)}>
      {column.cell(row)}
    </td>
  ));
}

function ShortTable<Row>({ label, columns, rows, rowKey }: Props<Row>) {
  return (
    <table className={styles.table} aria-label={label}>
      <Head columns={columns} />
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            <Cells columns={columns} row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LongTable<Row>({ label, columns, rows, rowKey }: Props<Row>) {
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
        <Head columns={columns} />
        <tbody>
          {before > 0 && <tr aria-hidden="true" style={{ height: before }} />}
          {items.map(({ index }) => (
            <tr key={rowKey(rows[index]!)} aria-rowindex={index + 2} data-index={index} ref={virtual.measureElement}>
              <Cells columns={columns} row={rows[index]!} />
            </tr>
          ))}
          {after > 0 && <tr aria-hidden="true" style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  );
}
