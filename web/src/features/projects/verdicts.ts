// The last verdict of a pillar, in words.
import type { AppProjects } from "../../../../api/endpoints/answers/app/projects.ts";
import { formatNumber } from "../../lib/format.ts";

type Last = AppProjects["projects"][number]["last"][number];

const WORDS: Record<string, string> = { a11y: "Accessibility", perf: "Performance", seo: "SEO" };

export const pillarWord = (pillar: string): string =>
  WORDS[pillar] ?? pillar.slice(0, 1).toUpperCase() + pillar.slice(1);

/** What its `Status` shows: how it goes, else the verdict, with the score where there is one. */
export function statusOfLast({ status, verdict, score }: Pick<Last, "status" | "verdict" | "score">): {
  status: string;
  word?: string;
} {
  if (status === "running") return { status: "running" };
  if (status === "failed") return { status: "error" };
  const shown = verdict === "pass" ? "passed" : verdict === "fail" ? "failed" : "completed";
  const word = { passed: "Passed", failed: "Failed", completed: "Completed" }[shown];
  return score === null ? { status: shown } : { status: shown, word: `${word}, ${formatNumber(score)}` };
}
