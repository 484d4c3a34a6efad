// Folds the list, the details and the navigation to make room for the picture; full window folds all of them.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  type Borrower,
  foldedAt,
  foldedNow,
  giveBack,
  keepFolded,
  lend,
  PANES,
  type Pane,
  type Panes,
  turned,
} from "./panes.ts";

/** `middle`: receives the focus from a folded pane. */
export function usePanes(middle: RefObject<HTMLElement | null>) {
  const [panes, setPanes] = useState<Panes>(() => ({ folded: foldedAt(localStorage, innerWidth), lent: {} }));
  const folded = foldedNow(panes);
  const [full, setFull] = useState(false);

  // The surrounding frame folds too and reads what is folded from the document element.
  const frame = [(full || folded.nav) && "nav", full && "top"].filter(Boolean).join(" ");
  useLayoutEffect(() => {
    document.documentElement.dataset.folded = frame;
    return () => {
      delete document.documentElement.dataset.folded;
    };
  }, [frame]);

  const hidden = PANES.filter((pane) => full || folded[pane]).join(" ");
  useEffect(() => {
    const pane = document.activeElement?.closest<HTMLElement>("[data-pane]")?.dataset.pane;
    if (pane !== undefined && hidden.split(" ").includes(pane)) middle.current?.focus({ preventScroll: true });
  }, [hidden, middle]);

  /** Folds or unfolds on the person's request, permanently. */
  const turn = useCallback((pane: Pane) => {
    setFull(false);
    setPanes((now) => {
      const next = turned(now, pane);
      keepFolded(localStorage, next.folded);
      return next;
    });
  }, []);
  /** Unfolds a pane for a command, until it is done. */
  const borrow = useCallback((by: Borrower, pane: Pane) => {
    setFull(false);
    setPanes((now) => lend(now, by, pane));
  }, []);
  const { lent } = panes;
  const newest = useRef(lent);
  newest.current = lent;
  const done = useCallback(
    (by: Borrower) => {
      if (newest.current[by] === undefined) return;
      setPanes((now) => giveBack(now, by));
      // The focused element disappeared with the command.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) middle.current?.focus({ preventScroll: true });
      });
    },
    [middle],
  );
  return { folded, full, setFull, turn, borrow, done };
}
