// API view of a problem.
import { acceptedElsewhere } from "../../../domain/problems/acceptedElsewhere.ts";
import type { PeopleSide } from "../../../domain/problems/people.ts";
import { statusWith } from "../../../domain/problems/people.ts";
import type { ProblemPlace, ProblemStatus, Sighting } from "../../../domain/problems/problem.ts";
import type { Problem } from "../../../models/problems/schema.ts";
import { artifactLink, type LinkContext } from "../../../platform/artifactLinks.ts";
import type { commitOf } from "../runs/runRow.ts";

type Seen = { runId: string; at: string; commitSha: string | null; branch: string | null };

export type ProblemView = {
  id: string;
  pillar: Problem["pillar"];
  rule: string;
  severity: Problem["severity"];
  kind: Problem["kind"];
  status: ProblemStatus;
  title: string;
  sentence: string;
  help: string;
  /** The first places, and how many there are in total. */
  places: ProblemPlace[];
  placeCount: number;
  firstSeen: Seen;
  lastSeen: Seen;
  fixedIn: Seen | null;
  seenIn: number;
  lookedIn: number;
  priority: number;
  branch: string | null;
  environmentId: string | null;
  assignee: string | null;
  ticket: string | null;
  snooze: { by: string; until: string | null; places: number | null; note: string | null } | null;
  accepted: { by: string; reason: string | null; until: string | null } | null;
  /** Why the problem cannot be accepted itself, because its results carry the decision; null if it can. */
  acceptedElsewhere: string | null;
  /** All comments if one problem is read; the newest ones in lists. */
  comments: { id: string; by: string; at: string; text: string }[];
  commentCount: number;
  evidence: Problem["evidence"];
  /** Signed link to a screenshot of the element or of the failed step. */
  picture: string | null;
  /** Only if one problem is read: commits of the runs in its history. */
  commits?: ({ runId: string } & ReturnType<typeof commitOf>)[];
  rev: number;
  canUndo: boolean;
};

/** Maximum number of places in a response. */
const MAX_SHOWN = 20;

/** Maximum number of comments per problem in a list. */
const MAX_LISTED_COMMENTS = 20;

/** Returns the view of a problem in a list. */
export function listedView(ctx: LinkContext, problem: Problem): ProblemView {
  const view = problemView(ctx, problem);
  return { ...view, comments: view.comments.slice(-MAX_LISTED_COMMENTS) };
}

export function problemView(ctx: LinkContext, problem: Problem): ProblemView {
  const { _id, line, places, snooze, comments, peopleBefore, firstSeen, lastSeen, fixedIn } = problem;
  const { pillar, rule, severity, kind, title, sentence, help, placeCount, seenIn, lookedIn, priority } = problem;
  const { environmentId, assignee, ticket, evidence, rev } = problem;
  return {
    id: _id,
    pillar,
    rule,
    severity,
    kind,
    status: statusWith(problem, problem, ctx.now()),
    title,
    sentence,
    help,
    places: places.slice(0, MAX_SHOWN),
    placeCount,
    firstSeen: seenView(firstSeen),
    lastSeen: seenView(lastSeen),
    fixedIn: fixedIn && seenView(fixedIn),
    seenIn,
    lookedIn,
    priority,
    branch: line === "" ? null : line,
    environmentId,
    assignee,
    ticket,
    snooze: snooze && {
      by: snooze.by,
      until: snooze.until?.toISOString() ?? null,
      places: snooze.places,
      note: snooze.note,
    },
    accepted: acceptedView(problem),
    acceptedElsewhere: acceptedElsewhere(problem),
    comments: comments.map(({ id, by, at, text }) => ({ id, by, at: at.toISOString(), text })),
    commentCount: comments.length,
    evidence,
    picture: evidence.screenshotId ? artifactLink(ctx, evidence.screenshotId) : null,
    rev,
    canUndo: peopleBefore !== null,
  };
}

function acceptedView({ accepted, acceptance }: Pick<Problem, "accepted"> & Pick<PeopleSide, "acceptance">) {
  const one = acceptance ?? accepted;
  return one && { by: one.by, reason: one.reason, until: one.until?.toISOString() ?? null };
}

const seenView = ({ runId, at, commitSha, branch }: Sighting): Seen => ({
  runId,
  at: at.toISOString(),
  commitSha,
  branch,
});
