// The changes of a run, each once over pages, viewports and browsers: the one count and the one set of words of every face.
import type { ReasonCode, ShotStatus } from "../outcome.ts";
import type { Change } from "./change.ts";
import { wordsInCommon } from "./common.ts";
import { changeSentence, elementWords, type Told } from "./sentence.ts";
import { createTinyClasses, tinySentence } from "./tiny.ts";

/** What a result must tell to be grouped. Results of earlier versions have no `changes`, older ones no `causes` either. */
export type Changed = {
  index: number;
  causes?: readonly string[] | undefined;
  fingerprint: string | null;
  changes?: readonly Change[] | undefined;
  url?: string;
};

export type ChangeGroup<T> = {
  /** The key of the change; of older results the name that it had then, or the result's index. */
  key: string | number;
  /** In the order in which they came. */
  shots: T[];
  /** Different addresses; 1 where addresses are not known. */
  pages: number;
  /** What all of these results have in common; null where no result says what changed. */
  told: Told | null;
  /** The change as the result `shot` has it, from which the words come. */
  example: { change: Change; shot: T } | null;
  /** A class of tiny differences (tiny.ts): shown enlarged. */
  tiny: boolean;
  /** That differ by it in one result, at most. */
  pixels: number;
};

/** Results that show changes: neither errors nor first pictures, which changed nothing, nor what was decided. */
export const showsChanges = ({
  status,
  reasons,
}: {
  status: "pending" | ShotStatus;
  reasons: readonly { code: ReasonCode }[];
}): boolean =>
  status === "failed" && !reasons.some(({ code }) => code === "no_baseline" || code === "baseline_missing_file");

/** Names of the changes that a result shows; without one it is a change of its own. */
export const changeNames = ({ causes, changes, fingerprint, index }: Changed): (string | number)[] =>
  causes?.length
    ? [...new Set(causes)]
    : changes?.length
      ? [...new Set(changes.map(({ key }) => key))]
      : [fingerprint || index];

type Growing<T> = ChangeGroup<T> & { urls: Set<string>; fullness: number };

/** Takes results one by one, so that a run of thousands need not be held: of their changes one for each group is kept. */
export function createChangeGroups<T extends Changed>() {
  const byName = new Map<string | number, Growing<T>>();
  const classes = createTinyClasses();
  return {
    /** Of a result that is approved: it is in no group any more, and still says what is tiny over the run. */
    addApproved(changes: readonly Pick<Change, "key" | "tiny">[] = []): void {
      classes.add(changes);
    },
    /** `changes`: of the result, where `shot` itself does not carry them. */
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
    /** Those in most results first, then in the order of the results. */
    groups(): ChangeGroup<T>[] {
      return [...byName.values()]
        .map(({ urls, fullness: _, ...group }) => ({
          ...group,
          pages: Math.max(1, urls.size),
          tiny: classes.has(group.key),
        }))
        .sort((a, b) => b.shots.length - a.shots.length);
    },
    /** How many there are. */
    count: () => byName.size,
  };
}

export function changeGroups<T extends Changed>(shots: Iterable<T>): ChangeGroup<T>[] {
  const grouping = createChangeGroups<T>();
  for (const shot of shots) grouping.add(shot);
  return grouping.groups();
}

/** How many different changes results show. */
export function countChanges(shots: Iterable<Changed>): number {
  const names = new Set<string | number>();
  for (const shot of shots) for (const name of changeNames(shot)) names.add(name);
  return names.size;
}

/** "Sponsors added to the footer, on 12 pages", "Tiny: 3 px of an icon, in 40 screenshots"; null where no result says what changed. */
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

/** The more a change knows of its element, the better its words. */
const fullnessOf = ({ name, at, text, image, styles }: Change): number =>
  [name, at.landmark, at.heading, text?.before, text?.after, image?.before, image?.after].filter(Boolean).length +
  styles.length;

/** What both tell alike: words of one page are no words for another. */
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
