// Plans and applies a project file: what differs is found first, and in apply done one part at a time, each under its own guard.
import { ProductError, TRY_AGAIN } from "../../../domain/errors.ts";
import { refused as refusedFile } from "../../../domain/import/problems.ts";
import { type Change, KINDS, type ProjectFile } from "../../../domain/projectFile/types.ts";
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
  mode: "plan" | "apply";
  /** Deletes parts of the file's sections that the file does not name. */
  prune?: boolean;
  /** State that the plan was made from: anything else is a conflict. */
  expected?: string;
  /** Values of the environment variables that the file names. */
  values?: Readonly<Record<string, string>>;
  /** The branch that the file is of. Of another one than the main branch only scenarios are taken, and only for it. */
  branch?: string;
  config: unknown;
};
export type Applied = {
  mode: ApplyInput["mode"];
  project: string;
  changes: Change[];
  /** Parts of the file's sections that the file does not name, and that stay. */
  kept: Part[];
  /** What a branch's file leaves to the main branch. */
  waiting: Change[];
  /** Parts that could not be written, and why. The others are. */
  refused: (Part & { message: string })[];
  /** How many of `refused` one call had no time for. Missing: none. */
  left?: number;
  state: string;
};

/** Who may apply a file: it says how sites are entered, too. */
export function requireApplyRight(caller: Caller): void {
  if (caller.kind === "user") requireAdmin(caller);
  else requireRight(caller, "mcpWrite");
}

/** A key that starts runs and changes nothing: a job plans with it what a merge would apply. */
export const isCiKey = (caller: Caller): boolean => caller.kind === "key" && caller.scope === "ci";

export function requirePlanRight(caller: Caller): void {
  if (!isCiKey(caller)) requireApplyRight(caller);
}

/**
 * A project that does not exist is made by a caller who may. Throws `validation_error` with paths for a wrong file, `plan_gate` where the plan has no room for its scenarios, `conflict` where
 * the project is no longer what was planned, or another file is being applied; nothing is changed then.
 */
export async function applyProjectFile(ctx: OperationContext, caller: Caller, input: ApplyInput): Promise<Applied> {
  if (input.mode === "plan") requirePlanRight(caller);
  else requireApplyRight(caller);
  const file = await readFile(input.config);
  const { slug } = file.project;
  const project = await projectOfFile(ctx, caller, { slug, named: input.project || slug });
  if (project === null) return applyToNew(ctx, caller, file, input);
  if (project.slug !== file.project.slug)
    throw new ProductError(
      "conflict",
      `The file is about the project "${file.project.slug}", and this is "${project.slug}".`,
    );
  if (input.mode === "plan") return work(ctx, caller, project, file, input);
  return inTurn(ctx, caller, project, file, input);
}

/** The whole file is what is new, and it is found out before anything is made. */
async function applyToNew(
  ctx: OperationContext,
  caller: Caller,
  file: ProjectFile,
  input: ApplyInput,
): Promise<Applied> {
  const { slug } = file.project;
  const { mode, expected, values } = input;
  const empty = emptyProject(ctx, caller, file);
  const plan = await work(ctx, caller, empty, file, { mode: "plan", values, config: input.config });
  const changes: Change[] = [
    { action: "create", kind: "project", name: slug, fields: [], more: 0 },
    ...plan.changes.filter(({ kind }) => kind !== "project"),
  ];
  if (mode === "plan") return { ...plan, changes, state: NO_PROJECT };
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
  const problems = await problemsOfSteps(use, compared);
  if (problems.length > 0) throw refusedFile("The file is not right", problems);
  const { steps, kept, waiting } = compared;
  const fresh = steps.filter(({ change: { action, kind, name } }) => {
    return action === "create" && kind === "scenario" && !use.elsewhere?.has(name);
  }).length;
  if (fresh > 0) await requireScenarioRoom(ctx, caller.orgId, fresh);
  const changes = steps.map(({ change }) => change);
  const answer = { mode, project: project.slug, changes, kept, waiting, refused: [], state };
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

/** Somebody waits, and a proxy in between gives up after a minute: what is left then is applied by the next call. */
const APPLY_MS = 40_000;
export const NOT_YET = "Not applied yet: there was too much for one call. Apply the file again.";

type Ways = { keepTurn: (() => Promise<void>) | undefined; until: number; now(): Date };

/** Makes and changes in the order of the kinds, then deletes in the opposite one. */
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
    // Step definitions that use each other have no order of their own: those that were refused are asked again while some go through.
    if (again.length === open.length || now().getTime() > until || !again.some(({ change }) => change.kind === "step"))
      return refused;
    open = again;
  }
}
