// The features of a project as a tree of folders.

import { formatCount } from "../../lib/format.ts";

type Foldered = { name: string; group: readonly string[]; last: { status: string } | null };

export type Folder<F extends Foldered> = {
  name: string;
  /** From the top, joined by slashes; "" is the top itself. */
  path: string;
  folders: Folder<F>[];
  features: F[];
  /** Features in it and in all folders below. */
  count: number;
  /** Of those, how many did not pass when they last ran. */
  failing: number;
};

const FAILING = new Set(["failed", "error"]);

/** Folders and features each by their names; folders that hold nothing do not occur. */
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

/** What stands beside a feature of how it last ran: a run that goes on has begun with it, or not yet. `figures` null: nothing ran so far. */
export function lastWords({ status, passed, total }: Last): { status: string; word?: string; figures: string | null } {
  const figures = total > 0 ? `${formatCount(passed)} of ${formatCount(total)}` : null;
  if (status !== "pending") return { status, figures };
  return figures === null ? { status: "queued", figures } : { status, word: "Not finished", figures };
}

/** Features whose name, id, tags, tickets or folder contain every word of the text. */
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

/** An id for a new feature, from its name: letters, digits and hyphens. */
export const idFrom = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-")
    .slice(0, 80) || "feature";

/** The folder that somebody writes as "Shop / Checkout". */
export const groupFrom = (text: string): string[] =>
  text
    .split("/")
    .map((name) => name.trim())
    .filter(Boolean);
