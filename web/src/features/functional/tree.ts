// Builds a tree of folders from the features of a project.

import { formatCount } from "../../lib/format.ts";

type Foldered = { name: string; group: readonly string[]; last: { status: string } | null };

export type Folder<F extends Foldered> = {
  name: string;
  /** Path from the root, joined by slashes; "" is the root. */
  path: string;
  folders: Folder<F>[];
  features: F[];
  /** Number of features in this folder and all folders below. */
  count: number;
  /** How many of them failed in their last run. */
  failing: number;
};

const FAILING = new Set(["failed", "error"]);

/** Builds the tree. Folders and features are sorted by name; empty folders do not occur. */
export function treeOf<F extends Foldered>(features: readonly F[]): Folder<F> {
  const top = folder<F>("", "");
  for (const feature of features) {
    let place = top;
    enter(place, feature);
    for (const name of feature.group) {
      const path = place.path === "" ? name : `${place.path}/${name}`;
      let below = place.folders.find((one) => one.path === path);
      if (!below) {
        below = folder<F>(name, path);
        place.folders.push(below);
      }
      place = below;
      enter(place, feature);
    }
    place.features.push(feature);
  }
  sort(top);
  return top;
}

const folder = <F extends Foldered>(name: string, path: string): Folder<F> => ({
  name,
  path,
  folders: [],
  features: [],
  count: 0,
  failing: 0,
});

function enter<F extends Foldered>(place: Folder<F>, { last }: F): void {
  place.count++;
  if (last && FAILING.has(last.status)) place.failing++;
}

const byName = (a: { name: string }, b: { name: string }): number =>
  a.name.localeCompare(b.name, undefined, { numeric: true });

function sort<F extends Foldered>(place: Folder<F>): void {
  place.folders.sort(byName);
  place.features.sort(byName);
  for (const below of place.folders) sort(below);
}

type Last = { status: string; passed: number; total: number };

/**
 * Returns the last result of a feature as shown beside it; a pending one is either queued or not finished. `figures` is null if no
 * scenario has run.
 */
export function lastWords({ status, passed, total }: Last): { status: string; word?: string; figures: string | null } {
  const figures = total > 0 ? `${formatCount(passed)} of ${formatCount(total)}` : null;
  if (status !== "pending") return { status, figures };
  return figures === null ? { status: "queued", figures } : { status, word: "Not finished", figures };
}

/** Returns the features whose name, id, tags, tickets or folder contain every word of the text. */
export function matching<
  F extends {
    featureId: string;
    name: string;
    group: readonly string[];
    tags: readonly string[];
    tickets: readonly string[];
  },
>(features: readonly F[], text: string): readonly F[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return features;
  return features.filter(({ featureId, name, group, tags, tickets }) => {
    const all = [featureId, name, ...group, ...tags, ...tickets].join("\n").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** Derives an id for a new feature from its name: letters, digits and hyphens. */
export const idFrom = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-")
    .slice(0, 80)
    // Ids begin and end with a letter or a digit.
    .replace(/^-+|-+$/g, "") || "feature";

/** Parses a folder typed as "Shop / Checkout". */
export const groupFrom = (text: string): string[] =>
  text
    .split("/")
    .map((name) => name.trim())
    .filter(Boolean);
