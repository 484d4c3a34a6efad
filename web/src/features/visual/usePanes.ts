// Folding: the list, the details and the navigation of the frame make room for the picture; in full window everything does.
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

/** `middle`: gets the focus that a folded pane had. */
export function usePanes(middle: RefObject<HTMLElement | null>) {
  const [panes, setPanes] = useState<Panes>(() => ({ folded: foldedAt(localStorage, innerWidth), lent: {} }));
  const folded = foldedNow(panes);
  const [full, setFull] = useState(false);

  // The frame around the screen folds as well: it reads what is folded from the document.
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

  /** By the person's hand: it stays so. */
  const turn = useCallback((pane: Pane) => {
    setFull(false);
    setPanes((now) => {
      const next = turned(now, pane);
      keepFolded(localStorage, next.folded);
      return next;
    });
  }, []);
  /** For a command, until it is done. */
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
      // What had the focus is gone with the command.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) middle.current?.focus({ preventScroll: true });
      });
    },
    [middle],
  );
  return { folded, full, setFull, turn, borrow, done };
}
