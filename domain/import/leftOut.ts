// Rows of the tables of fields that Plumbline imports differently or not at all, and how they are listed.
import type { LeftOut } from "./types.ts";

/** `needsYou`: part of the test is missing until a person acts. `noMeaning`: nothing is missing without it. */
export type LeftOutKind = "needsYou" | "noMeaning";
export type Row = { kind: LeftOutKind; reason: string };
export type Rows = Readonly<Record<string, Row>>;

export const needsYou = (reason: string): Row => ({ kind: "needsYou", reason });
export const noMeaning = (reason: string): Row => ({ kind: "noMeaning", reason });

/** Returns the row of a field, or `otherwise` if the table has none. A field may have the name of a property that every object has. */
export const rowOf = <R extends Row | null>(rows: Readonly<Record<string, R>>, name: string, otherwise: R): R =>
  Object.hasOwn(rows, name) ? (rows[name] as R) : otherwise;

/** Maximum number of entries of one field that are listed individually; if there are more, the first represents all. */
const TOLD_EACH = 3;

export type Notes = ReturnType<typeof createNotes>;

/** Collects what is not imported. What needs a person is listed first. */
export function createNotes() {
  const list: Record<LeftOutKind, LeftOut[]> = { needsYou: [], noMeaning: [] };
  const add = (path: string, { kind, reason }: Row) => void list[kind].push({ path, reason });
  return {
    add,
    needsYou: (path: string, reason: string) => add(path, needsYou(reason)),
    noMeaning: (path: string, reason: string) => add(path, noMeaning(reason)),
    /** Lists every field of `fields` that is not in `taken`, with its row or `otherwise`. */
    listFields(fields: object, path: string, { rows, taken, otherwise }: FieldTable) {
      for (const name of Object.keys(fields))
        if (!taken.includes(name)) add(at(path, name), rowOf(rows, name, otherwise));
    },
    all: (): LeftOut[] => grouped([...list.needsYou, ...list.noMeaning]),
  };
}

/** `rows`: known fields that are not imported. `otherwise`: for unknown fields. */
export type FieldTable = { rows: Rows; taken: readonly string[]; otherwise: Row };

/** Example: `defaults` and `wait` become `defaults.wait`. */
export const at = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** Combines the same field of many entries with the same reason into one line. */
export function grouped(leftOut: readonly LeftOut[]): LeftOut[] {
  const keyOf = ({ path, reason }: LeftOut) => JSON.stringify([path.replace(/\[\d+\]/g, "[]"), reason]);
  const groups = Map.groupBy(leftOut, keyOf);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    // Counts each place once.
    const apart = new Set(group.map(({ path }) => path)).size;
    if (!first || apart === 1) return group.slice(0, 1);
    if (apart <= TOLD_EACH) return group;
    return [{ path: first.path, reason: `${first.reason} (and ${apart - 1} more like it)` }];
  });
}
