// The last verdict of a pillar, in words.
import type { AppProjects } from "../../../../api/endpoints/answers/app/projects.ts";
import { formatNumber } from "../../lib/format.ts";

type Last = AppProjects["projects"][number]["last"][number];

const WORDS: Record<string, string> = { a11y: "Accessibility", perf: "Performance", seo: "SEO" };

export const pillarWord = (pillar: string): string =>
  WORDS[pillar] ?? pillar.slice(0, 1).toUpperCase() + pillar.slice(1);

/** What its `Status` shows: how it goes, else the verdict, with the score where there is one. */
export function statusOfLast({ conclusion, score }: Pick<Last, "conclusion" | "score">): {
  status: string;
  word?: string;
} {
  if (conclusion === null) return { status: "running" };
  return score === null
    ? { status: conclusion }
    : { status: conclusion, word: `${WORD[conclusion]}, ${formatNumber(score)}` };
}

const WORD = { passed: "Passed", failed: "Failed", inconclusive: "Inconclusive" } as const;
