// Plans and applies a project file: finds the differences first and, on apply, writes one part at a time, each guarded against concurrent
// changes.
import { ProductError, TRY_AGAIN } from "../../../domain/errors.ts";
import { refused as refusedFile } from "../../../domain/import/problems.ts";
import { type ApplyMode, type Change, KINDS, type ProjectFile } from "../../../domain/projectFile/types.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireAdmin, requireRight, resolveProject } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { requireScenarioRoom } from "../scenarios/scenarioQuota.ts";
import { problemsOfSteps } from "./checkSteps.ts";
import { compareFile, type Part, type Step } from "./compare.ts";
import { emptyProject, makeProjectOfFile, NO_PROJECT, projectOfFile } from "./newProject.ts";
import { readPresent } from "./present.ts";
import { readFile } from "./readFile.ts";
import type { Use } from "./section.ts";
import { takeTurn } from "./turn.ts";

export type ApplyInput = {
  project?: string;
  mode: ApplyMode;
  /** Whether to delete parts of the file's sections that the file does not name. */
  prune?: boolean;
  /** State that the plan was made from; any other state is a conflict. */
  expected?: string;
  /** Values of the environment variables that the file names. */
  values?: Readonly<Record<string, string>>;
  /** Branch that the file is from. On a branch other than the main branch only scenarios are applied, and only for that branch. */
  branch?: string;
  config: unknown;
};
export type Applied = {
  mode: ApplyInput["mode"];
  project: string;
  changes: Change[];
  /** Parts of the file's sections that the file does not name and that stay. */
  kept: Part[];
  /** Changes in a branch's file that are only applied on the main branch. */
  waiting: Change[];
  /** Parts that could not be written, with the reason. The others were written. */
  refused: (Part & { message: string })[];
  /** Number of `refused` parts that there was no time for in this call; omitted if none. */
  left?: number;
  state: string;
};

/** Throws unless the caller may apply a file. People must be administrators, because the file also defines access to sites. */
export function requireApplyRight(caller: Caller): void {
  if (caller.kind === "user") requireAdmin(caller);
  else requireRight(caller, "mcpWrite");
}

/** Returns whether the caller is a key that may only start runs; CI jobs use it to plan what a merge would apply. */
export const isCiKey = (caller: Caller): boolean => caller.kind === "key" && caller.scope === "ci";

export function requirePlanRight(caller: Caller): void {
  if (!isCiKey(caller)) requireApplyRight(caller);
}

/**
 * Plans or applies a file. Creates the project if it does not exist and the caller may do so. Throws `validation_error` with paths for an
 * invalid file, `plan_gate` if the plan has no room for its scenarios, and `conflict` if the project has changed since it was planned or
 * another file is being applied; in all these cases nothing is changed.
 */
export async function applyProjectFile(ctx: OperationContext, caller: Caller, input: ApplyInput): Promise<Applied> {
  if (input.mode === "apply") requireApplyRight(caller);
  else requirePlanRight(caller);
  const file = await readFile(input.config);
  const { slug } = file.project;
  const project = await projectOfFile(ctx, caller, { slug, named: input.project || slug });
  if (project === null) return applyToNew(ctx, caller, file, input);
  if (project.slug !== file.project.slug)
    throw new ProductError(
      "conflict",
      `The file is for the project "${file.project.slug}", but this is "${project.slug}".`,
    );
  if (input.mode === "apply") return inTurn(ctx, caller, project, file, input);
  return work(ctx, caller, project, file, input);
}

/** Applies a file to a project that does not exist: everything in the file is new, and all problems are found before anything is created. */
async function applyToNew(
  ctx: OperationContext,
  caller: Caller,
  file: ProjectFile,
  input: ApplyInput,
): Promise<Applied> {
  const { slug } = file.project;
  const { mode, expected, values } = input;
  const empty = emptyProject(ctx, caller, file);
  const planned = mode === "apply" ? "plan" : mode;
  const plan = await work(ctx, caller, empty, file, { mode: planned, values, config: input.config });
  const changes: Change[] = [
    { action: "create", kind: "project", name: slug, fields: [], more: 0 },
    ...plan.changes.filter(({ kind }) => kind !== "project"),
  ];
  if (mode !== "apply") return { ...plan, changes, state: NO_PROJECT };
  if (expected !== undefined && expected !== NO_PROJECT)
    throw new ProductError("conflict", `There is no project "${slug}": plan again and check the differences.`, {
      reason: TRY_AGAIN,
    });
  const project = await makeProjectOfFile(ctx, caller, file);
  return {
    ...(await inTurn(ctx, caller, project, file, { ...input, expected: undefined, branch: undefined })),
    changes,
  };
}

async function inTurn(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  file: ProjectFile,
  input: ApplyInput,
): Promise<Applied> {
  const turn = await takeTurn(ctx, caller, project);
  try {
    return await work(ctx, caller, await resolveProject(ctx, caller, project._id), file, input, turn.keep);
  } finally {
    await turn.end();
  }
}

async function work(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  file: ProjectFile,
  { mode, prune = false, expected, values = {}, branch }: ApplyInput,
  keepTurn?: () => Promise<void>,
): Promise<Applied> {
  const use: Use = { ctx, caller, project, values, branch: branch && branch !== project.mainBranch ? branch : null };
  const { parts, state } = await readPresent(use);
  const compared = await compareFile(use, file, parts, prune);
  const { steps, kept, waiting } = compared;
  const changes = steps.map(({ change }) => change);
  const answer = { mode, project: project.slug, changes, kept, waiting, refused: [], state };
  if (mode === "compare") return answer;
  const problems = await problemsOfSteps(use, compared);
  if (problems.length > 0) throw refusedFile("The file is invalid", problems);
  const fresh = steps.filter(({ change: { action, kind, name } }) => {
    return action === "create" && kind === "scenario" && !use.elsewhere?.has(name);
  }).length;
  if (fresh > 0) await requireScenarioRoom(ctx, caller.orgId, fresh);
  if (mode === "plan" || steps.length === 0) return answer;
  if (expected !== undefined && expected !== state)
    throw new ProductError(
      "conflict",
      `The project "${project.slug}" has changed since this was planned: plan again and check the differences.`,
      { reason: TRY_AGAIN },
    );
  const refused = await carryOut(steps, { keepTurn, until: ctx.now().getTime() + APPLY_MS, now: ctx.now });
  await recordAudit(ctx, caller, "config.apply", project._id, {
    project: project.slug,
    prune,
    changes: changes.length - refused.length,
    refused: refused.length,
  });
  const left = refused.filter(({ message }) => message === NOT_YET).length;
  return {
    ...answer,
    refused,
    ...(left > 0 && { left }),
    state: (await readPresent({ ...use, project: await resolveProject(ctx, caller, project._id) })).state,
  };
}

/** Time limit per call, because the caller is waiting and a proxy in between may time out after a minute. The next call applies what is left. */
const APPLY_MS = 40_000;
export const NOT_YET = "Not applied yet, because one call cannot apply this many changes. Apply the file again.";

type Ways = { keepTurn: (() => Promise<void>) | undefined; until: number; now(): Date };

/** Creates and changes parts in the order of the kinds, then deletes in the opposite order. */
async function carryOut(steps: readonly Step[], { keepTurn, until, now }: Ways): Promise<Applied["refused"]> {
  const place = ({ change: { action, kind } }: Step) =>
    action === "delete" ? 2 * KINDS.length - KINDS.indexOf(kind) : KINDS.indexOf(kind);
  let open = steps.toSorted((a, b) => place(a) - place(b));
  for (;;) {
    const refused: Applied["refused"] = [];
    const again: Step[] = [];
    for (const step of open) {
      const { run, change } = step;
      const { kind, name } = change;
      if (now().getTime() > until) {
        refused.push({ kind, name, message: NOT_YET });
        continue;
      }
      await keepTurn?.();
      try {
        await run();
      } catch (error) {
        if (!(error instanceof ProductError) || error.code === "unavailable") throw error;
        refused.push({ kind, name, message: error.message.slice(0, 1_000) });
        again.push(step);
      }
    }
    // Step definitions that use each other have no fixed order, so refused ones are retried as long as some succeed.
    if (again.length === open.length || now().getTime() > until || !again.some(({ change }) => change.kind === "step"))
      return refused;
    open = again;
  }
}
