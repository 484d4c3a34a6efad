// Finds the page element that a step meant, and decides whether the match is certain enough to propose. Pure.
import type { Fingerprint } from "../target.ts";
import { likeness, similarity } from "./similarity.ts";
import { MAX_LISTED, MIN_LEAD, MIN_SCORE, MIN_SCORE_ALONE, type Property } from "./weights.ts";

export type Candidate = { fingerprint: Fingerprint; score: number; agreed: Property[]; index: number };

export type Proposal =
  | { kind: "proposed"; best: Candidate; candidates: Candidate[] }
  /** `gone`: no element is similar. `ambiguous`: two are equally similar. */
  | { kind: "none"; why: "gone" | "ambiguous"; message: string; candidates: Candidate[] };

/** Whether a step's action is possible on an element. */
export type Fits = (candidate: Fingerprint) => boolean;

/** Maximum number of noted neighbours of an element, the nearest ones. Each is short and independent of styles. */
export const MAX_BESIDE = 400;
export type Neighbour = Pick<Fingerprint, "role" | "name" | "href" | "type">;

export const neighbourOf = ({ role, name, href, type }: Neighbour): Neighbour => ({
  role,
  name: name.slice(0, 80),
  href: href.slice(0, 120),
  type,
});

/**
 * Finds the best candidate. `candidates`: visible elements; `fits`: whether the step's action is possible on an element. `others`:
 * elements next to
 * the target when the step last passed. They cannot be the target, however similar they are. If they are unknown (null), only a nearly
 * identical
 * element is proposed.
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
  const known = knownBefore(scored, target, others ?? []);
  const ranked = scored.filter((one) => !known.has(one) && fits(one.fingerprint));
  const listed = ranked.slice(0, MAX_LISTED);
  const [best, second] = ranked;
  const least = others === null ? MIN_SCORE_ALONE : MIN_SCORE;
  if (best === undefined || best.score < least)
    return {
      kind: "none",
      why: "gone",
      message: `No element on the page is similar to the original one: the best has a similarity of ${shown(best?.score ?? 0)}, and ${shown(least)} is needed.`,
      candidates: listed,
    };
  if (second !== undefined && (best.score - second.score < MIN_LEAD || areTwins(best, second)))
    return {
      kind: "none",
      why: "ambiguous",
      message: `Two elements are similar to the original one (${shown(best.score)} and ${shown(second.score)}), so neither is proposed.`,
      candidates: listed,
    };
  return { kind: "proposed", best, candidates: listed };
}

/** Whether people cannot tell the elements apart: position, classes and path alone do not count. */
const areTwins = (one: Candidate, other: Candidate): boolean =>
  likeness(neighbourOf(one.fingerprint), neighbourOf(other.fingerprint)) === 1;

/** Returns the candidates that were already there before: unchanged, or more similar to one of the others than to the target. */
function knownBefore(scored: readonly Candidate[], target: Fingerprint, others: readonly Neighbour[]): Set<Candidate> {
  const key = (one: Neighbour): string => JSON.stringify(neighbourOf(one));
  const left = others.map(neighbourOf);
  const keys = left.map(key);
  const known = new Set<Candidate>();
  // Of several candidates with the same key, drops the least similar ones, as many as there were before.
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

/** Elements on which each action is possible. Expectations are never healed, so they have no entry. */
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
