// Lets only one file be applied to a project at a time; a second caller is told who was first.
import { ProductError, TRY_AGAIN } from "../../../domain/errors.ts";
import { findProject } from "../../../models/projects/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { endApplying, keepApplying, takeApplying } from "../../../models/projects/writes.ts";
import { describeCaller } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

/** Lease time, after which a process that died loses its turn. */
const TURN_MS = 60_000;

export type Turn = { keep(): Promise<void>; end(): Promise<void> };

/** Throws `conflict` while another file is being applied. `keep` renews the lease, and throws if it was lost. */
export async function takeTurn(ctx: OperationContext, caller: Caller, project: Project): Promise<Turn> {
  const { models } = ctx;
  const who = describeCaller(caller);
  const holder = `${ctx.ulid()} ${who}`;
  const until = () => new Date(ctx.now().getTime() + TURN_MS);
  if (!(await takeApplying(models, project._id, { holder, until: until(), at: ctx.now() }))) {
    const now = await findProject(models, project._id, { applying: 1 });
    const by = now?.applying?.split(" ").slice(1).join(" ") || "somebody else";
    throw new ProductError(
      "conflict",
      `Another configuration is being applied to the project "${project.slug}" by ${by}. Try again when it is done.`,
      { reason: TRY_AGAIN },
    );
  }
  let kept = ctx.now().getTime();
  return {
    async keep() {
      const now = ctx.now().getTime();
      if (now - kept < TURN_MS / 4) return;
      kept = now;
      if (!(await keepApplying(models, project._id, { holder, until: until() })))
        throw new ProductError("conflict", "Another configuration is being applied. Plan again.", {
          reason: TRY_AGAIN,
        });
    },
    async end() {
      await endApplying(models, project._id, holder);
    },
  };
}
