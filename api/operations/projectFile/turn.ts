// One file is applied to a project at a time: whoever comes second is told who was first.
import { ProductError, TRY_AGAIN } from "../../../domain/errors.ts";
import { findProject } from "../../../models/projects/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { endApplying, keepApplying, takeApplying } from "../../../models/projects/writes.ts";
import { describeCaller } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

/** Nothing is heard of a process that died; its turn ends after this time. */
const TURN_MS = 60_000;

export type Turn = { keep(): Promise<void>; end(): Promise<void> };

/** Throws `conflict` while another file is being applied. `keep` holds the turn, and throws where it was lost. */
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
