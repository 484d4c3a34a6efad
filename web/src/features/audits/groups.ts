// Groups the problems of an audit by rule, then by page. Pure functions.

import { nameOfPlace } from "../../../../domain/words/places.ts";
import { SEVERITIES } from "../../../../domain/words/severities.ts";
import { OPEN_STATUSES, type PROBLEM_STATUSES } from "../../../../domain/words/statuses.ts";
import { formatCount, plural } from "../../lib/format.ts";
import type { Problem } from "../../lib/problems.ts";

export type PageGroup = { page: string; problems: Problem[] };
/** `title`: what is wrong, in the words of the worst problem. */
export type RuleGroup = Pick<Problem, "rule" | "title" | "severity" | "help"> & {
  problems: Problem[];
  pages: PageGroup[];
};

/** Returns the group of a problem within its rule: its page, or how many pages share it. */
const pageOf = ({ places, placeCount }: Problem): string => {
  const [first] = places;
  return placeCount > 1 || !first ? `Shared by ${plural(placeCount, "page")}` : nameOfPlace(first);
};

const rankOf = ({ severity }: Pick<Problem, "severity">): number => SEVERITIES.indexOf(severity);

/** Groups problems by rule, worst rule first. Within a rule they keep their order, which is by urgency. */
export function groupProblems(problems: readonly Problem[]): RuleGroup[] {
  const groups = [...Map.groupBy(problems, ({ rule }) => rule)].map(([rule, own]) => {
    const [worst = own[0] as Problem] = own.toSorted((a, b) => rankOf(a) - rankOf(b));
    const pages = [...Map.groupBy(own, pageOf)].map(([page, problems]) => ({ page, problems }));
    return { rule, title: worst.title, severity: worst.severity, help: worst.help, problems: own, pages };
  });
  return groups.toSorted((a, b) => rankOf(a) - rankOf(b) || b.problems.length - a.problems.length);
}

/** Filter values as used in the address. "": open problems. */
export const STANDINGS = ["", "accepted", "snoozed", "fixed"] as const;
export type Standing = (typeof STANDINGS)[number];
const WORDS: Record<Standing, string> = { "": "Open", accepted: "Accepted", snoozed: "Snoozed", fixed: "Fixed" };

export const standingOf = (text: string): Standing => STANDINGS.find((one) => one === text) ?? "";

/** Returns the statuses to request from the service. */
export const statusesOf = (standing: Standing): readonly (typeof PROBLEM_STATUSES)[number][] =>
  standing === "" ? OPEN_STATUSES : [standing];

type Counts = Record<(typeof PROBLEM_STATUSES)[number], number>;

/** Returns a label such as "Open 12". Fixed problems have a count only while they are selected. */
export function standingLabel(standing: Standing, counts: Counts | undefined, chosen: Standing): string {
  const count = counts && statusesOf(standing).reduce((sum, status) => sum + counts[status], 0);
  const known = count !== undefined && (standing !== "fixed" || chosen === "fixed");
  return known ? `${WORDS[standing]} ${formatCount(count)}` : WORDS[standing];
}
