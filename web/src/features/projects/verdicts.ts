// Formats the last verdict of a pillar.
import type { AppProjects } from "../../../../api/endpoints/answers/app/projects.ts";
import { STATUS_WORDS } from "../../../../domain/words/statuses.ts";
import { formatNumber } from "../../lib/format.ts";

type Last = AppProjects["projects"][number]["last"][number];

/** Returns the props of `Status`: running, or the verdict with the score if there is one. */
export function statusOfLast({ conclusion, score }: Pick<Last, "conclusion" | "score">): {
  status: string;
  word?: string;
} {
  if (conclusion === null) return { status: "running" };
  return score === null
    ? { status: conclusion }
    : { status: conclusion, word: `${STATUS_WORDS[conclusion]}, ${formatNumber(score)}` };
}
