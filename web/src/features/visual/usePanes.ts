// Folding: the list, the details and the navigation of the frame make room for the picture; in full window everything does.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { type Folded, foldedAt, keepFolded, PANES, type Pane } from "./panes.ts";

/** `middle`: gets the focus that a folded pane had. */
export function usePanes(middle: RefObject<HTMLElement | null>) {
  const [folded, setFolded] = useState<Folded>(() => foldedAt(localStorage, innerWidth));
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

  const show = useCallback((pane: Pane, shown: boolean | "other" = true) => {
    setFull(false);
    setFolded((now) => {
      const next = { ...now, [pane]: shown === "other" ? !now[pane] : !shown };
      keepFolded(localStorage, next);
      return next;
    });
  }, []);
  return { folded, full, setFull, show };
}
