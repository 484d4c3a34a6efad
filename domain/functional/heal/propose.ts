// Which element of a page is the one that a step meant, and whether that is sure enough to propose it. Pure.
import type { Fingerprint } from "../target.ts";
import { likeness, similarity } from "./similarity.ts";
import { MAX_LISTED, MIN_LEAD, MIN_SCORE, MIN_SCORE_ALONE, type Property } from "./weights.ts";

export type Candidate = { fingerprint: Fingerprint; score: number; agreed: Property[]; index: number };

export type Proposal =
  | { kind: "proposed"; best: Candidate; candidates: Candidate[] }
  /** `gone`: nothing is like it. `ambiguous`: two are as like it as each other. */
  | { kind: "none"; why: "gone" | "ambiguous"; message: string; candidates: Candidate[] };

/** What a step does to its element, by what may be done to it. */
export type Fits = (candidate: Fingerprint) => boolean;

/** What is noted of the other elements of a page: short, and the same after a change of style. Of so many, the nearest. */
export const MAX_BESIDE = 400;
export type Neighbour = Pick<Fingerprint, "role" | "name" | "href" | "type">;

export const neighbourOf = ({ role, name, href, type }: Neighbour): Neighbour => ({
  role,
  name: name.slice(0, 80),
  href: href.slice(0, 120),
  type,
});

/**
 * `candidates` are elements that people can see now; `fits` tells on which the step's action is possible. `others` are the
 * elements that stood beside the target when the step last passed: what was there then is not the target now, however alike. Where
 * they are not known (null), only an element that is nearly the same is proposed.
 */
export function propose(
  target: Fingerprint,
  candidates: readonly Fingerprint[],
  fits: Fits,
  others: readonly Neighbour[] | null = null,
): Proposal {
  const scored = candidates
    .map((fingerprint, index): Candidate => ({ fingerprint, index, ...similarity(target, fingerprint) }))
    .sort((a, b) => b.score - a.score);
  const known = withoutKnown(scored, target, others ?? []);
  const ranked = scored.filter((one) => !known.has(one) && fits(one.fingerprint));
  const listed = ranked.slice(0, MAX_LISTED);
  const [best, second] = ranked;
  const least = others === null ? MIN_SCORE_ALONE : MIN_SCORE;
  if (best === undefined || best.score < least)
    return {
      kind: "none",
      why: "gone",
      message: `No element of the page is like the one that was there: the nearest has a likeness of ${shown(best?.score ?? 0)}, and ${shown(least)} is needed.`,
      candidates: listed,
    };
  if (second !== undefined && (best.score - second.score < MIN_LEAD || areTwins(best, second)))
    return {
      kind: "none",
      why: "ambiguous",
      message: `Two elements are like the one that was there (${shown(best.score)} and ${shown(second.score)}), so neither is proposed.`,
      candidates: listed,
    };
  return { kind: "proposed", best, candidates: listed };
}

/** Nobody who looks at the page tells them apart: place, classes and path alone decide nothing. */
const areTwins = (one: Candidate, other: Candidate): boolean =>
  likeness(neighbourOf(one.fingerprint), neighbourOf(other.fingerprint)) === 1;

/** Those that were there before: as they were, or more like one of the others than like the target. */
function withoutKnown(scored: readonly Candidate[], target: Fingerprint, others: readonly Neighbour[]): Set<Candidate> {
  const key = (one: Neighbour): string => JSON.stringify(neighbourOf(one));
  const left = others.map(neighbourOf);
  const keys = left.map(key);
  const known = new Set<Candidate>();
  // Of several with one key the least alike, as many as there were.
  for (const candidate of [...scored].reverse()) {
    const at = keys.indexOf(key(candidate.fingerprint));
    if (at < 0) continue;
    keys.splice(at, 1);
    left.splice(at, 1);
    known.add(candidate);
  }
  for (const candidate of scored) {
    if (known.has(candidate)) continue;
    const own = likeness(neighbourOf(target), candidate.fingerprint);
    if (left.some((other) => likeness(other, candidate.fingerprint) > own)) known.add(candidate);
  }
  return known;
}

const shown = (score: number): string => score.toFixed(2);

const FIELD_TAGS = new Set(["input", "textarea", "select"]);
const FIELD_ROLES = new Set(["textbox", "searchbox", "combobox", "spinbutton", "listbox"]);
const BUTTON_TYPES = new Set(["submit", "button", "reset", "image", "checkbox", "radio", "file"]);

const isTextField = ({ tag, type, role }: Fingerprint): boolean =>
  (FIELD_TAGS.has(tag) && tag !== "select" && !BUTTON_TYPES.has(type)) || FIELD_ROLES.has(role);
const isTickable = ({ type, role }: Fingerprint): boolean =>
  type === "checkbox" || type === "radio" || ["checkbox", "radio", "switch"].includes(role);
const isClickable = ({ tag, role, type }: Fingerprint): boolean =>
  ["a", "button", "summary", "label", "option"].includes(tag) ||
  ["button", "link", "tab", "menuitem", "option", "switch", "checkbox", "radio"].includes(role) ||
  (tag === "input" && BUTTON_TYPES.has(type));

/** On which elements an action is possible. Expectations are never healed, so they have no row. */
export const FITS: Readonly<Record<string, Fits>> = {
  fill: isTextField,
  clear: isTextField,
  press: (print) => isTextField(print) || isClickable(print),
  select: ({ tag, role }) => tag === "select" || role === "combobox" || role === "listbox",
  check: isTickable,
  uncheck: isTickable,
  upload: ({ tag, type }) => tag === "input" && type === "file",
  click: isClickable,
  dblclick: isClickable,
  hover: () => true,
  waitFor: () => true,
  scroll: () => true,
  drag: () => true,
};
