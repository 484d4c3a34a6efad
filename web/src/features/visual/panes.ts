// Which panes of the review are folded, stored in this browser. Pure except for the passed store.

export const PANES = ["nav", "list", "panel"] as const;
export type Pane = (typeof PANES)[number];
export type Folded = Readonly<Record<Pane, boolean>>;

type Store = Pick<Storage, "getItem" | "setItem">;
const KEPT_AS = "plumbline.review.folded";

/** Minimum window width for the list, two pictures of 560 pixels and the details side by side. */
const ROOMY = 1_760;

/** Default until the person folds or unfolds a pane: pictures get the space, details what is left. */
const usually = (width: number): Folded => ({ nav: true, list: false, panel: width < ROOMY });

/** Returns the stored panes. Values written by another version or by hand are used if they are valid. */
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

/** Commands that temporarily unfold a pane. */
export type Borrower = "rule" | "comment" | "filter";
/** `folded`: the person's setting, which is stored. `lent`: panes that a command needs and that stay visible until it is done. */
export type Panes = { folded: Folded; lent: Readonly<Partial<Record<Borrower, Pane>>> };

/** Returns which panes are currently folded. */
export function foldedNow({ folded, lent }: Panes): Folded {
  const needed = Object.values(lent);
  const of = (pane: Pane): boolean => folded[pane] && !needed.includes(pane);
  return { nav: of("nav"), list: of("list"), panel: of("panel") };
}

/** Folds or unfolds a pane on the person's request, even one that is lent. */
export function turned(panes: Panes, pane: Pane): Panes {
  const lent = Object.fromEntries(Object.entries(panes.lent).filter(([, one]) => one !== pane));
  return { folded: { ...panes.folded, [pane]: !foldedNow(panes)[pane] }, lent };
}

export const lend = ({ folded, lent }: Panes, by: Borrower, pane: Pane): Panes => ({
  folded,
  lent: { ...lent, [by]: pane },
});

/** Ends a command: its pane returns to the person's setting. */
export function giveBack({ folded, lent }: Panes, by: Borrower): Panes {
  const { [by]: _, ...rest } = lent;
  return { folded, lent: rest };
}

export function keepFolded(store: Store, folded: Folded): void {
  try {
    store.setItem(KEPT_AS, JSON.stringify(folded));
  } catch {
    // If the browser stores nothing, the setting lasts until the page is closed.
  }
}
