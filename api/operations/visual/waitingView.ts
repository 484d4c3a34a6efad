// Counts of what waits for review in the form used everywhere, and the filter that a dashboard address stands for.
import { given } from "../../../domain/given.ts";
import { type WaitingCount, waitingWords } from "../../../domain/review/waiting.ts";
import type { ReviewFilter } from "../../../models/reviewItems/queries.ts";
import { onMainBranch } from "../../../models/runs/queries.ts";
import type { Place } from "../projects/place.ts";

/** Adds the sentence to the count. */
export const waitingView = (count: WaitingCount) => ({ ...count, sentence: waitingWords(count) });

export const reviewFilterOf = ({ project, environment, branch }: Place): ReviewFilter =>
  given({
    environmentId: environment?._id,
    line: branch === undefined ? undefined : onMainBranch(branch, project.mainBranch) ? "" : branch,
  });
