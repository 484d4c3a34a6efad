// Notifies the person to whom a problem was assigned, and those mentioned in a comment on it.
import { quotedText } from "../../../domain/untrusted/quote.ts";
import { mentionsIn } from "../../../domain/words/people.ts";
import type { Problem } from "../../../models/problems/schema.ts";
import { findProject } from "../../../models/projects/queries.ts";
import { describeCaller } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { directoryOf, nameOfCaller } from "../../lib/directory.ts";
import { tellPerson } from "../../lib/tellPerson.ts";

/** `problem`: its current state. */
export async function tellAboutProblem(
  ctx: OperationContext,
  caller: Caller,
  problem: Problem,
  { assigned, comment }: { assigned: boolean; comment: string | undefined },
): Promise<void> {
  if (!assigned && comment === undefined) return;
  const me = describeCaller(caller);
  const project = await findProject(ctx.models, problem.projectId);
  if (!project) return;
  const directory = await directoryOf(ctx, caller.orgId);
  const mentioned = comment === undefined ? [] : mentionsIn(comment, [...directory.values()]);
  const kinds = new Map<string, "assigned" | "mention">(mentioned.map((email) => [email, "mention"]));
  // A person who is both assigned and mentioned gets one message, which includes the comment.
  if (assigned && problem.assignee) kinds.set(problem.assignee, "assigned");
  for (const [email, kind] of kinds) {
    const person = directory.get(email);
    if (!person || email === me) continue;
    await tellPerson(ctx, project, person, {
      kind,
      eventId: `evt_${problem._id}_${problem.rev}_${kind}`,
      by: nameOfCaller(caller, directory),
      what: kind === "assigned" ? quotedText(problem.title, 100) : `the problem ${quotedText(problem.title, 100)}`,
      text: mentioned.includes(email) ? (comment ?? "") : "",
      path: `/p/${encodeURIComponent(project.slug)}/problems?problem=${encodeURIComponent(problem._id)}`,
    });
  }
}
