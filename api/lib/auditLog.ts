// Writes entries of the audit log: who did what to what.
import { messageOf } from "../../domain/errors.ts";
import { makeId } from "../../domain/ids.ts";
import { insertAuditEntry } from "../../models/bookkeeping/auditEntries.ts";
import { describeCaller } from "./access.ts";
import type { Caller, OperationContext } from "./context.ts";

export type AuditAction =
  | "advisories.import"
  | "backup.make"
  | "retention.plan"
  | "retention.run"
  | "artifacts.copy"
  | "artifacts.claim"
  | "version.promote"
  | "run.start"
  | "run.cancel"
  | "job.start"
  | "job.cancel"
  | "run.recompare"
  | "results.approve"
  | "results.reject"
  | "results.later"
  | "results.ignore"
  | "ignoredChange.stop"
  | "ignoredChange.resume"
  | "results.undo"
  | "baseline.rollback"
  | "baseline.rollbackRun"
  | "user.sign_in"
  | "user.sign_in_failed"
  | "user.sign_out"
  | "user.create"
  | "user.switch"
  | "user.invite"
  | "user.join"
  | "user.link"
  | "user.withdraw"
  | "user.role"
  | "user.remove"
  | "user.rename"
  | "user.password"
  | "user.resetLink"
  | "user.reset"
  | "user.signInLink"
  | "user.signOutEverywhere"
  | "organisation.change"
  | "organisation.create"
  | "organisation.setPlan"
  | "organisation.setQuota"
  | "organisation.delete"
  | "project.delete"
  | "user.delete"
  | "heal.undo"
  | "project.create"
  | "project.settings"
  | "project.tickets"
  | "project.previewHosts"
  | "tracking.import"
  | "tracking.set"
  | "tracking.delete"
  | "tracking.discover"
  | "tracking.replace"
  | "feature.create"
  | "feature.change"
  | "feature.delete"
  | "recording.start"
  | "recording.save"
  | "recording.discard"
  | "stepDef.create"
  | "stepDef.change"
  | "stepDef.delete"
  | "finding.accept"
  | "finding.unaccept"
  | "thread.start"
  | "thread.reply"
  | "thread.edit"
  | "thread.remove"
  | "thread.restore"
  | "thread.resolve"
  | "thread.reopen"
  | "review.ask"
  | "review.takeBack"
  | "review.restore"
  | "review.done"
  | "review.notDone"
  | "user.mail"
  | "problem.change"
  | "problem.undo"
  | "heal.apply"
  | "heal.refuse"
  | "environment.create"
  | "scenarios.import"
  | "scenario.create"
  | "comparisonRule.set"
  | "comparisonRule.remove"
  | "wideRule.set"
  | "wideRule.remove"
  | "contentRule.set"
  | "contentRule.remove"
  | "scenario.change"
  | "scenario.delete"
  | "environment.change"
  | "environment.delete"
  | "project.change"
  | "config.apply"
  | "comment.post"
  | "commentHook.create"
  | "commentHook.delete"
  | "codeAccount.link"
  | "codeAccount.unlink"
  | "proposal.approve"
  | "channel.create"
  | "channel.change"
  | "channel.delete"
  | "channel.test"
  | "channel.ask"
  | "channel.confirm"
  | "delivery.repeat"
  | "schedule.create"
  | "schedule.change"
  | "schedule.delete"
  | "schedule.run"
  | "host.allow"
  | "host.remove"
  | "app.connect"
  | "app.refuse"
  | "app.revoke"
  | "app.reuse"
  | "key.create"
  | "key.revoke";

/**
 * Writes an entry; call it after the change. `who` is a person without an account. If the entry cannot be written, the change stands and
 * the failure is logged as an error: withholding a new key from its owner because of a lost entry would not help.
 */
export async function recordAudit(
  ctx: Pick<OperationContext, "models" | "now" | "ulid" | "log">,
  caller: Caller | { orgId: string; who: string },
  action: AuditAction,
  target: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const via = "kind" in caller ? viaOf(caller) : undefined;
  try {
    await insertAuditEntry(ctx.models, {
      _id: makeId("audit", ctx.ulid()),
      orgId: caller.orgId,
      at: ctx.now(),
      who: "who" in caller ? caller.who : describeCaller(caller),
      action,
      target,
      details: via === undefined ? details : { ...details, via },
    });
  } catch (error) {
    ctx.log("error", "audit entry not written", { action, target, reason: messageOf(error) });
  }
}

/** Returns how a person who is not signed in acted: the URL of a comment, or the name of a connected app. */
function viaOf(caller: Caller): string | undefined {
  if (caller.kind === "user") return caller.via;
  return caller.kind === "key" ? caller.app?.name : undefined;
}
