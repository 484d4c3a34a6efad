// Problems of an audit as they are worked through: by rule, then by page. Pure.
import { SEVERITIES } from "../../../../domain/words/severities.ts";
import { OPEN_STATUSES, type PROBLEM_STATUSES } from "../../../../domain/words/statuses.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { nameOfPlace, type Problem } from "../../lib/problems.ts";

export type PageGroup = { page: string; problems: Problem[] };
/** `title`: the fault. `places`: pages of all of them, counted once each where they are known. */
export type RuleGroup = Pick<Problem, "rule" | "title" | "severity" | "help"> & {
  problems: Problem[];
  pages: PageGroup[];
};

/** Where a problem stands in its rule: its page, or how many share it. */
const pageOf = ({ places, placeCount }: Problem): string => {
  const [first] = places;
  return placeCount > 1 || !first ? `Shared by ${plural(placeCount, "page")}` : nameOfPlace(first);
};

const rankOf = ({ severity }: Pick<Problem, "severity">): number => SEVERITIES.indexOf(severity);

/** The worst rule first; in each the problems in their order, which is by urgency. */
export function groupProblems(problems: readonly Problem[]): RuleGroup[] {
  const groups = [...Map.groupBy(problems, ({ rule }) => rule)].map(([rule, own]) => {
    const [worst = own[0] as Problem] = own.toSorted((a, b) => rankOf(a) - rankOf(b));
    const pages = [...Map.groupBy(own, pageOf)].map(([page, problems]) => ({ page, problems }));
    return { rule, title: worst.title, severity: worst.severity, help: worst.help, problems: own, pages };
  });
  return groups.toSorted((a, b) => rankOf(a) - rankOf(b) || b.problems.length - a.problems.length);
}

/** What people choose from, as the address has it. "": what somebody should act on. */
export const STANDINGS = ["", "accepted", "snoozed", "fixed"] as const;
export type Standing = (typeof STANDINGS)[number];
const WORDS: Record<Standing, string> = { "": "Open", accepted: "Accepted", snoozed: "Snoozed", fixed: "Fixed" };

export const standingOf = (text: string): Standing => STANDINGS.find((one) => one === text) ?? "";

/** As the service takes them. */
export const statusesOf = (standing: Standing): readonly (typeof PROBLEM_STATUSES)[number][] =>
  standing === "" ? OPEN_STATUSES : [standing];

type Counts = Record<(typeof PROBLEM_STATUSES)[number], number>;

/** "Open 12". Fixed ones are counted only once they were asked for. */
export function standingLabel(standing: Standing, counts: Counts | undefined, chosen: Standing): string {
  const count = counts && statusesOf(standing).reduce((sum, status) => sum + counts[status], 0);
  const known = count !== undefined && (standing !== "fixed" || chosen === "fixed");
  return known ? `${WORDS[standing]} ${formatCount(count)}` : WORDS[standing];
}
