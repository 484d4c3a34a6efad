// Finds problems in a robots.txt, line by line. The cases are those of Lighthouse's audit of the same name.
import { truncate } from "../text.ts";
import { type Field, readLines } from "./lines.ts";

/** `line`: line number, from 1. */
export type RobotsProblem = { line: number; text: string; message: string };

/** Directives that at least one search engine knows. */
const KNOWN: ReadonlySet<string> = new Set([
  "user-agent",
  "disallow",
  "allow",
  "sitemap",
  "crawl-delay",
  "clean-param",
  "host",
  "request-rate",
  "visit-time",
  "noindex",
  "content-signal",
  "license",
]);
/** Directives that apply to the robots listed above them. */
const OF_A_GROUP: ReadonlySet<string> = new Set([
  "disallow",
  "allow",
  "crawl-delay",
  "noindex",
  "request-rate",
  "visit-time",
]);

/** Values of robots meta elements; no search engine reads them in this file. */
const OF_A_PAGE: ReadonlySet<string> = new Set(["noarchive", "nofollow", "nosnippet"]);

/** Maximum number of problems reported. A file of another kind has one in every line. */
const MAX_PROBLEMS = 20;
const TOLD_LENGTH = 120;

/** Returns the problems in the order of the lines; [] for a valid file. `left`: number of further problems. */
export function validateRobots(text: string): { problems: RobotsProblem[]; left: number } {
  const problems: RobotsProblem[] = [];
  let left = 0;
  let agentSeen = false;
  const add = (line: number, told: string, message: string): void => {
    if (problems.length < MAX_PROBLEMS) problems.push({ line, text: truncate(told, TOLD_LENGTH), message });
    else left += 1;
  };
  for (const one of readLines(text)) {
    if ("unread" in one || (one.missingColon && one.directive === "other" && !KNOWN.has(one.name))) {
      const told = "unread" in one ? one.unread : `${one.name} ${one.value}`;
      add(one.number, told, "This line is not a directive: it needs a name, a colon and a value.");
      continue;
    }
    const { number, name, value, missingColon, directive, isCut } = one;
    const told = missingColon ? `${name} ${value}` : `${name}: ${value}`;
    if (missingColon) add(number, told, "The colon after the directive is missing.");
    // Whatever Google reads as an agent starts a group, however it is spelled, so that one cause is reported only once.
    if (directive === "user-agent" && value !== "") agentSeen = true;
    if (!KNOWN.has(name)) {
      if (!missingColon) add(number, told, unknownBecause(one));
      continue;
    }
    if (isCut) add(number, told, "The line is longer than search engines read.");
    if (name === "user-agent" && value === "") add(number, told, "No robot is named.");
    else if (OF_A_GROUP.has(name) && !agentSeen)
      add(number, told, "The line applies to no robot: it needs a User-agent line before it.");
    const problem = problemOf(name, value);
    if (problem !== null) add(number, told, problem);
  }
  return { problems, left };
}

function unknownBecause({ name, directive }: Field): string {
  if (directive !== "other") return `Google reads this as "${directive}"; other search engines skip the line.`;
  return OF_A_PAGE.has(name)
    ? "No search engine reads this directive here; it belongs in a robots meta element of the page."
    : "No search engine knows this directive.";
}

function problemOf(name: string, value: string): string | null {
  if (name === "allow" || name === "disallow") {
    if (value !== "" && !/^[/*]/.test(value)) return 'A pattern must be empty or begin with "/" or "*".';
    const dollar = value.indexOf("$");
    if (dollar >= 0 && dollar !== value.length - 1) return '"$" is only allowed at the end of a pattern.';
  }
  if (name === "sitemap") {
    const url = URL.parse(value);
    if (url === null || !/^(?:https?|ftp):$/.test(url.protocol)) return "The address of a sitemap must be absolute.";
  }
  if (name === "crawl-delay" && value !== "" && !(Number(value) >= 0)) return "The delay must be a number of seconds.";
  return null;
}
