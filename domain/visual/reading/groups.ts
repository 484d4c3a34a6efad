// Groups the changes of a run across pages, viewports and browsers: the single source of their count and wording for every interface.
import type { ReasonCode, ShotStatus } from "../outcome.ts";
import type { Change } from "./change.ts";
import { wordsInCommon } from "./common.ts";
import { changeSentence, elementWords, type Told } from "./sentence.ts";
import { createTinyClasses, tinySentence } from "./tiny.ts";

/** The fields a result needs for grouping. Results of earlier versions have no `changes`, and even older ones no `causes`. */
export type Changed = {
  index: number;
  causes?: readonly string[] | undefined;
  fingerprint: string | null;
  changes?: readonly Change[] | undefined;
  url?: string;
};

export type ChangeGroup<T> = {
  /** The key of the change; for older results the name recorded at the time, or the result's index. */
  key: string | number;
  /** In the order in which they were added. */
  shots: T[];
  /** Number of different addresses; 1 if addresses are unknown. */
  pages: number;
  /** What all of these results have in common; null if no result records what changed. */
  told: Told | null;
  /** One result's version of the change, used for the wording. */
  example: { change: Change; shot: T } | null;
  /** Whether it is a class of tiny differences (tiny.ts), which is shown enlarged. */
  tiny: boolean;
  /** Maximum number of pixels that differ because of it in one result. */
  pixels: number;
};

/** Whether the result shows changes: not an error, not a first screenshot (which changed nothing), and not reviewed yet. */
export const showsChanges = ({
  status,
  reasons,
}: {
  status: "pending" | ShotStatus;
  reasons: readonly { code: ReasonCode }[];
}): boolean =>
  status === "failed" && !reasons.some(({ code }) => code === "no_baseline" || code === "baseline_missing_file");

/** Returns the keys of the changes in a result. A result without a key is a change by itself. */
export const changeNames = ({ causes, changes, fingerprint, index }: Changed): (string | number)[] =>
  causes?.length
    ? [...new Set(causes)]
    : changes?.length
      ? [...new Set(changes.map(({ key }) => key))]
      : [fingerprint || index];

type Growing<T> = ChangeGroup<T> & { urls: Set<string>; fullness: number };

/** Accepts results one by one, so that a run of thousands need not be held in memory: only one change per group is kept. */
export function createChangeGroups<T extends Changed>() {
  const byName = new Map<string | number, Growing<T>>();
  const classes = createTinyClasses();
  return {
    /** Adds an approved result: it belongs to no group, but still counts for which changes are tiny in the run. */
    addApproved(changes: readonly Pick<Change, "key" | "tiny">[] = []): void {
      classes.add(changes);
    },
    /** `changes`: of the result, if `shot` itself does not have them. */
    add(shot: T, changes: readonly Change[] = shot.changes ?? []): void {
      classes.add(changes);
      const known = new Map(changes.map((change) => [change.key, change]));
      for (const name of changeNames({ ...shot, changes })) {
        let group = byName.get(name);
        if (!group) {
          group = {
            key: name,
            shots: [],
            pages: 1,
            told: null,
            example: null,
            tiny: false,
            pixels: 0,
            urls: new Set(),
            fullness: -1,
          };
          byName.set(name, group);
        }
        group.shots.push(shot);
        if (shot.url !== undefined) group.urls.add(shot.url);
        const change = typeof name === "string" ? known.get(name) : undefined;
        if (change) takeIn(group, change, shot);
      }
    },
    /** Sorted by number of results (most first), then in the order of the results. */
    groups(): ChangeGroup<T>[] {
      return [...byName.values()]
        .map(({ urls, fullness: _, ...group }) => ({
          ...group,
          pages: Math.max(1, urls.size),
          tiny: classes.has(group.key),
        }))
        .sort((a, b) => b.shots.length - a.shots.length);
    },
    count: () => byName.size,
  };
}

export function changeGroups<T extends Changed>(shots: Iterable<T>): ChangeGroup<T>[] {
  const grouping = createChangeGroups<T>();
  for (const shot of shots) grouping.add(shot);
  return grouping.groups();
}

/** Returns the number of different changes in the results. */
export function countChanges(shots: Iterable<Changed>): number {
  const names = new Set<string | number>();
  for (const shot of shots) for (const name of changeNames(shot)) names.add(name);
  return names.size;
}

/** Examples: "Sponsors added to the footer, on 12 pages", "Tiny: 3 px of an icon, in 40 screenshots"; null if no result records what changed. */
export function groupSentence<T>({
  told,
  pages,
  shots,
  tiny,
  pixels,
}: Pick<ChangeGroup<T>, "told" | "pages" | "shots" | "tiny" | "pixels">): string | null {
  if (!told) return null;
  const results = shots.length;
  return tiny ? tinySentence({ pixels, what: elementWords(told), results }) : changeSentence(told, { pages, results });
}

function takeIn<T>(group: Growing<T>, change: Change, shot: T): void {
  group.told = group.told ? shared(group.told, change) : change;
  group.pixels = Math.max(group.pixels, change.changedPixels);
  const fullness = fullnessOf(change);
  if (fullness <= group.fullness) return;
  group.fullness = fullness;
  group.example = { change, shot };
}

/** Ranks a change by how much is known of its element, because that gives better wording. */
const fullnessOf = ({ name, at, text, image, styles }: Change): number =>
  [name, at.landmark, at.heading, text?.before, text?.after, image?.before, image?.after].filter(Boolean).length +
  styles.length;

/** Returns what both have in common: the words of one page do not describe another. */
function shared(told: Told, change: Change): Told {
  const sameImage = told.image?.before === change.image?.before && told.image?.after === change.image?.after;
  const same = (a: Told["box"], b: Told["box"]) => (a && b && a.width === b.width && a.height === b.height ? a : null);
  const sameSize = same(told.box, change.box) && same(told.boxBefore, change.boxBefore);
  return {
    ...wordsInCommon<Told>(told, change),
    selector: told.selector === change.selector ? told.selector : "",
    count: told.count === change.count ? told.count : null,
    image: sameImage ? told.image : null,
    styles: told.styles.filter(({ property, before, after }) =>
      change.styles.some((other) => other.property === property && other.before === before && other.after === after),
    ),
    ...(sameSize ? {} : { box: null, boxBefore: null }),
    pushed: told.pushed === change.pushed ? (told.pushed ?? 0) : 0,
  };
}
