// What another tool's configuration says and Plumbline takes over differently or not at all: the rows of its tables, and how they
// are listed.
import type { LeftOut } from "./types.ts";

/** `needsYou`: something of the test is missing until a person acts. `noMeaning`: nothing is missing without it. */
export type LeftOutKind = "needsYou" | "noMeaning";
export type Row = { kind: LeftOutKind; reason: string };
export type Rows = Readonly<Record<string, Row>>;

export const needsYou = (reason: string): Row => ({ kind: "needsYou", reason });
export const noMeaning = (reason: string): Row => ({ kind: "noMeaning", reason });

/** The row of a field; `otherwise` where the table has none. A field may have the name of a property that every object has. */
export const rowOf = <R extends Row | null>(rows: Readonly<Record<string, R>>, name: string, otherwise: R): R =>
  Object.hasOwn(rows, name) ? (rows[name] as R) : otherwise;

/** Entries of one field in a list that are listed one by one; of more the first stands for all. */
const TOLD_EACH = 3;

export type Notes = ReturnType<typeof createNotes>;

/** Collects what is not taken over. What needs a person is listed first. */
export function createNotes() {
  const list: Record<LeftOutKind, LeftOut[]> = { needsYou: [], noMeaning: [] };
  const add = (path: string, { kind, reason }: Row) => void list[kind].push({ path, reason });
  return {
    add,
    needsYou: (path: string, reason: string) => add(path, needsYou(reason)),
    noMeaning: (path: string, reason: string) => add(path, noMeaning(reason)),
    /** Every field of `fields` that is not in `taken`, by its row, or by `otherwise`. */
    listFields(fields: object, path: string, { rows, taken, otherwise }: FieldTable) {
      for (const name of Object.keys(fields))
        if (!taken.includes(name)) add(at(path, name), rowOf(rows, name, otherwise));
    },
    all: (): LeftOut[] => grouped([...list.needsYou, ...list.noMeaning]),
  };
}

/** `rows`: fields that are known and not taken over. `otherwise`: of fields that nobody knows. */
export type FieldTable = { rows: Rows; taken: readonly string[]; otherwise: Row };

/** `defaults` and `wait` become `defaults.wait`. */
export const at = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** The same field of many entries with the same reason becomes one line. */
export function grouped(leftOut: readonly LeftOut[]): LeftOut[] {
  const keyOf = ({ path, reason }: LeftOut) => JSON.stringify([path.replace(/\[\d+\]/g, "[]"), reason]);
  const groups = Map.groupBy(leftOut, keyOf);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    // Of the same place once.
    const apart = new Set(group.map(({ path }) => path)).size;
    if (!first || apart === 1) return group.slice(0, 1);
    if (apart <= TOLD_EACH) return group;
    return [{ path: first.path, reason: `${first.reason} (and ${apart - 1} more like it)` }];
  });
}
