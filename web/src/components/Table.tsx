// Dense table whose rows may be links. Long tables render only the visible rows.
import { type ReactNode, Suspense } from "react";
import { lazily } from "../lib/lazyFiles.ts";
import styles from "./Table.module.css";

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, for numbers. */
  right?: true;
  /** Hidden on phones. */
  wide?: true;
  width?: string;
};

type Props<Row> = {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The buttons of a row, in a last column. */
  action?: (row: Row) => ReactNode;
  /** Shown if there are no rows. */
  empty?: ReactNode;
};

/** Number of rows from which only the visible ones are rendered. */
const MANY = 120;
/** Loaded lazily: most tables are short, and the first load contains one. */
const LongTable = lazily(() => import("./LongTable.tsx"), "LongTable");

export function Table<Row>({ action, ...given }: Props<Row>) {
  const buttons: Column<Row>[] = action ? [{ title: "", right: true, cell: action }] : [];
  const props = { ...given, columns: [...given.columns, ...buttons] };
  if (props.rows.length === 0 && props.empty) return props.empty;
  if (props.rows.length <= MANY) return <ShortTable {...props} />;
  return (
    <Suspense fallback={<ShortTable {...props} rows={props.rows.slice(0, MANY)} />}>
      <LongTable
        label={props.label}
        rows={props.rows}
        rowKey={(row) => props.rowKey(row as Row)}
        head={<Head columns={props.columns} />}
        cells={(row) => <Cells columns={props.columns} row={row as Row} />}
      />
    </Suspense>
  );
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

function ShortTable<Row>({ label, columns, rows, rowKey }: Omit<Props<Row>, "action">) {
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
