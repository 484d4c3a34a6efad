// The row of a list that is open in a dialog.
import { useState } from "react";

type Open<Row> = {
  /** The row as the list has it now; null if a new one is created, or if no dialog is open. */
  row: Row | null;
  isOpen: boolean;
  open: (row: Row | "new") => void;
  close: () => void;
};

/** `rows`: undefined until they were read. A row that has left the list stays as it was opened. */
export function useOpenRow<Row extends { id: string }>(rows: readonly Row[] | undefined): Open<Row> {
  const [opened, setOpened] = useState<Row | "new" | null>(null);
  const known = opened === "new" ? null : opened;
  return {
    row: known && (rows?.find(({ id }) => id === known.id) ?? known),
    isOpen: opened !== null,
    open: setOpened,
    close: () => setOpened(null),
  };
}
