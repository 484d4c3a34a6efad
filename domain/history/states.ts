// Represents the state of one place at a commit as a number: no screenshot, an accepted version, or a merge of such states.
import type { MergeOf } from "./reference.ts";

/** Maximum depth and maximum number of screenshots of nested merges; beyond that, our side counts. */
const DEEPEST = 8;
const MAX_PICTURES = 128;

/** No screenshot: never accepted, or withdrawn. */
export const NONE = 0;

/** One state per place. Lists are shared between commits and never modified. */
export type States = Int32Array;

type Node = { base: number; ours: number; theirs: number };
export type Pictured = { id: string; look: string; withdrawn: boolean };

/** Creates the states of these versions and of their merges. Equal pixels are equal states, whoever accepted them. */
export function statesOf(versions: readonly Pictured[]) {
  const looks = new Map<string, number>();
  const contentOfLook = (look: string): number => {
    const known = looks.get(look) ?? looks.size + 1;
    looks.set(look, known);
    return known;
  };
  /** By state. A version's state is its number plus one. */
  const contents = [NONE, ...versions.map(({ look, withdrawn }) => (withdrawn ? NONE : contentOfLook(look)))];
  const nodes = new Map<number, Node>();
  const merged = new Map<string, number>();
  const sizes = new Map<number, { depth: number; pictures: number }>();
  const LEAF = { depth: 0, pictures: 1 };
  const contentOf = (state: number): number => contents[state] ?? NONE;

  const node = (base: number, ours: number, theirs: number): number => {
    const [low, high] = [contentOf(ours), contentOf(theirs)].toSorted((a, b) => a - b);
    const key = `${contentOf(base)} ${low} ${high}`;
    const known = merged.get(key);
    if (known !== undefined) return known;
    const parts = [base, ours, theirs].map((part) => sizes.get(part) ?? LEAF);
    const depth = 1 + Math.max(...parts.map((part) => part.depth));
    const pictures = parts.reduce((sum, part) => sum + part.pictures, 0);
    if (depth > DEEPEST || pictures > MAX_PICTURES) return ours;
    const state = contents.length;
    // Contents of merges are negative, so that they never equal a look.
    contents.push(-state);
    nodes.set(state, { base, ours, theirs });
    sizes.set(state, { depth, pictures });
    merged.set(key, state);
    return state;
  };

  const merge = (base: number, ours: number, theirs: number): number => {
    if (ours === theirs) return ours;
    const [was, our, their] = [contentOf(base), contentOf(ours), contentOf(theirs)];
    if (our === their || their === was) return ours;
    return our === was ? theirs : node(base, ours, theirs);
  };

  const tree = (state: number): MergeOf => {
    const found = nodes.get(state);
    if (!found) return contentOf(state) === NONE ? null : (versions[state - 1]?.id ?? null);
    return { base: tree(found.base), ours: tree(found.ours), theirs: tree(found.theirs) };
  };

  return {
    /** Returns the state of a version by its number. */
    of: (version: number): number => (versions[version]?.withdrawn === false ? version + 1 : NONE),
    versionOf: (state: number): number => state - 1,
    merge,
    mergeAll: (base: States, ours: States, theirs: States): States => {
      if (ours === theirs || theirs === base) return ours;
      if (ours === base) return theirs;
      let result = ours;
      for (let place = 0; place < ours.length; place++) {
        const [our, their] = [ours[place] ?? NONE, theirs[place] ?? NONE];
        if (our === their) continue;
        const state = merge(base[place] ?? NONE, our, their);
        if (state === our) continue;
        if (result === ours) result = ours.slice();
        result[place] = state;
      }
      return result;
    },
    /** Returns base, ours and theirs of a merge; undefined for other states. */
    partsOf: (state: number): Node | undefined => nodes.get(state),
    tree,
  };
}

export type AllStates = ReturnType<typeof statesOf>;
