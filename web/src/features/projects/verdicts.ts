// The last verdict of a pillar, in words.
import type { AppProjects } from "../../../../api/endpoints/answers/app/projects.ts";
import { STATUS_WORDS } from "../../../../domain/words/statuses.ts";
import { formatNumber } from "../../lib/format.ts";

type Last = AppProjects["projects"][number]["last"][number];

/** What its `Status` shows: how it goes, else the verdict, with the score where there is one. */
export function statusOfLast({ status, verdict, score }: Pick<Last, "status" | "verdict" | "score">): {
  status: string;
  word?: string;
} {
  if (status === "running") return { status: "running" };
  if (status === "failed") return { status: "error" };
  const shown = verdict === "pass" ? "passed" : verdict === "fail" ? "failed" : "completed";
  const word = STATUS_WORDS[shown];
  return score === null ? { status: shown } : { status: shown, word: `${word}, ${formatNumber(score)}` };
}
