// Which panes of the review are folded: kept in this browser. Pure but for the store that is passed in.

export const PANES = ["nav", "list", "panel"] as const;
export type Pane = (typeof PANES)[number];
export type Folded = Readonly<Record<Pane, boolean>>;

type Store = Pick<Storage, "getItem" | "setItem">;
const KEPT_AS = "plumbline.review.folded";

/** So wide must a window be for the list, two pictures of 560 pixels and the details beside each other. */
const ROOMY = 1_760;

/** Until the person folds or unfolds: the pictures have the room, and the details what is left. */
const usually = (width: number): Folded => ({ nav: true, list: false, panel: width < ROOMY });

/** What the person chose; what was kept by another version, or by hand, counts where it can be read. */
export function foldedAt(store: Store, width: number): Folded {
  const usual = usually(width);
  try {
    const kept = JSON.parse(store.getItem(KEPT_AS) ?? "{}") as Partial<Record<Pane, unknown>>;
    const of = (pane: Pane): boolean => (typeof kept[pane] === "boolean" ? kept[pane] : usual[pane]);
    return { nav: of("nav"), list: of("list"), panel: of("panel") };
  } catch {
    return usual;
  }
}

/** What unfolds a pane for its own use. */
export type Borrower = "rule" | "comment" | "filter";
/** `folded`: as the person left the panes, which is kept. `lent`: panes that a command needs, which are shown until it is done. */
export type Panes = { folded: Folded; lent: Readonly<Partial<Record<Borrower, Pane>>> };

/** The panes that are folded now. */
export function foldedNow({ folded, lent }: Panes): Folded {
  const needed = Object.values(lent);
  const of = (pane: Pane): boolean => folded[pane] && !needed.includes(pane);
  return { nav: of("nav"), list: of("list"), panel: of("panel") };
}

/** The person folds or unfolds a pane: also one that is lent. */
export function turned(panes: Panes, pane: Pane): Panes {
  const lent = Object.fromEntries(Object.entries(panes.lent).filter(([, one]) => one !== pane));
  return { folded: { ...panes.folded, [pane]: !foldedNow(panes)[pane] }, lent };
}

export const lend = ({ folded, lent }: Panes, by: Borrower, pane: Pane): Panes => ({
  folded,
  lent: { ...lent, [by]: pane },
});

/** The command is done: its pane is again as the person left it. */
export function giveBack({ folded, lent }: Panes, by: Borrower): Panes {
  const { [by]: _, ...rest } = lent;
  return { folded, lent: rest };
}

export function keepFolded(store: Store, folded: Folded): void {
  try {
    store.setItem(KEPT_AS, JSON.stringify(folded));
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}
