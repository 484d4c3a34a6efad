// Follow-up work after a conversation changes: waiting state, notifications, audit log, and live updates of open pages.
import { type ThreadMessage, toldBy } from "../../../domain/discussion/thread.ts";
import type { PersonalKind } from "../../../domain/notify/personal.ts";
import { runPagePath } from "../../../domain/report/runPage.ts";
import { noteChange } from "../../../models/changes/queries.ts";
import { findProject } from "../../../models/projects/queries.ts";
import { keepWaits } from "../../../models/reviewThreads/queries.ts";
import type { ReviewThread } from "../../../models/reviewThreads/schema.ts";
import { describeCaller } from "../../lib/access.ts";
import { type AuditAction, recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type DirectoryEntry, nameOfCaller } from "../../lib/directory.ts";
import { tellPerson } from "../../lib/tellPerson.ts";

type After = {
  runId: string;
  /** Index of the conversation's screenshot in that run. */
  index: number;
  action: AuditAction;
  /** Message that was written; null if the change wrote none. */
  message: ThreadMessage | null;
  directory: ReadonlyMap<string, DirectoryEntry>;
};

export async function afterChange(
  ctx: OperationContext,
  caller: Caller,
  thread: ReviewThread,
  { runId, index, action, message, directory }: After,
): Promise<void> {
  const { models } = ctx;
  await keepWaits(models, thread._id);
  const { scenarioLabel, viewport, projectId } = thread;
  await recordAudit(ctx, caller, action, thread._id, { runId, scenario: scenarioLabel, message: message?.id ?? null });
  const data = { by: describeCaller(caller), threadId: thread._id };
  await noteChange(models, { kind: "thread", id: runId, projectId, data });
  if (!message || message.deletedAt !== null) return;
  const project = await findProject(models, projectId);
  if (!project) return;
  const path = `${runPagePath({ projectSlug: project.slug, runId, type: "vrt-test" })}?shot=${index}`;
  // An edit also notifies newly mentioned people. People notified before get no second delivery, because the event id stays the same.
  for (const { email, kind } of toldBy(thread, message, { isReply: action === "thread.reply" })) {
    const person = directory.get(email);
    if (!person) continue;
    await tellPerson(ctx, project, person, {
      kind: kind satisfies PersonalKind,
      eventId: `evt_${message.id}_${kind}`,
      by: nameOfCaller(caller, directory),
      what: `the screenshot of "${scenarioLabel}" (${viewport})`,
      text: message.text,
      path,
    });
  }
}
