// The row of a list that is open in a dialog.
import { useState } from "react";

type Open<Row> = {
  /** The row as the list has it now; null if a new one is created, or if no dialog is open. */
  row: Row | null;
  isOpen: boolean;
  open: (row: Row | "new") => void;
  close: () => void;
};

/** `key`: the field that tells rows apart. `rows`: undefined until they were read. A row that has left the list stays as it last was. */
export function useOpenRow<Row>(key: keyof Row, rows: readonly Row[] | undefined): Open<Row> {
  const [opened, setOpened] = useState<Row | "new" | null>(null);
  const known = opened === "new" ? null : opened;
  const row = known && (rows?.find((one) => one[key] === known[key]) ?? known);
  if (row !== known) setOpened(row);
  return { row, isOpen: opened !== null, open: setOpened, close: () => setOpened(null) };
}
