// Finds the run that a caller named by id, branch or environment, for each of the runs that are to be compared with it.
import { fieldError } from "../../../domain/errors.ts";
import {
  type AskedKind,
  type AskedName,
  type AskedReference,
  askedBaselineWords,
  askedRunWords,
  readAsked,
} from "../../../domain/history/asked.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { FULL_AUDIT, RUN_NAME, type StatusType, shotKindOf } from "../../../domain/runTypes.ts";
import { referenceEnvironmentOf } from "../../../models/baselines/key.ts";
import { environmentsOf } from "../../../models/environments/queries.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { type AskedPlace, endedRunsAt, isBranchKnown, recentBranches } from "../../../models/runs/asked.ts";
import { findRunOf, partsOf } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

/**
 * The properties of a compared run that the reference must fit. `judged`: id of the compared run if it already exists, so that it is not
 * used as its own reference.
 */
export type Fitting = {
  type: StatusType;
  pages: Run["pages"];
  scenarios: readonly string[] | null;
  environmentId: string | null;
  judged?: string;
};

const FIELDS = { type: 1, branch: 1, commitSha: 1, scenarios: 1, pages: 1, browsers: 1, status: 1, upload: 1 } as const;
export type Known = Pick<Run, "_id" | keyof typeof FIELDS>;

/** Maximum number of newest runs searched for one that includes all scenarios. */
const MAX_LOOKED_AT = 50;

type Asking = {
  asked: string;
  wanted: readonly Fitting[];
  /** Environment of the compared runs; null for the project's own address, or if there are several. */
  environmentId: string | null;
  /** Further conditions on a run that was named by its id. */
  requireFit?(one: Fitting, run: Known): Promise<void>;
};

/** Throws `validation_error` if the reference does not exist, was never measured, or does not fit one of the runs. */
export async function referenceFor(
  ctx: Pick<OperationContext, "models">,
  project: Project,
  asking: Asking,
): Promise<AskedReference> {
  const { kind, name } = readAsked(asking.asked);
  if (kind === "run" || (kind === null && /^run_[a-z\d]+/.test(name))) return ofRun(ctx, project, asking, name);
  const place = await placeOf(ctx, project, { kind, name });
  const named: AskedName = { kind: place.kind, name: place.name, mainBranch: project.mainBranch };
  const runs: AskedReference["runs"] = {};
  for (const one of asking.wanted) {
    const found = await newestFitting(ctx, one, place);
    if (found && shotKindOf(one.type) === null)
      runs[one.type] = { runId: found._id, words: askedRunWords(named, found) };
  }
  const state = `the newest state ${place.kind === "branch" ? "of" : "on"} ${place.name}`;
  const [only] = asking.wanted.length === 1 ? asking.wanted : [];
  const words = only && (runs[only.type]?.words ?? askedBaselineWords(named));
  return {
    asked: asking.asked,
    kind: place.kind,
    words: words ?? state,
    branch: place.branch ?? null,
    environmentId: place.environmentId ?? asking.environmentId,
    runs,
  };
}

const fits = (run: Known, { pages, scenarios }: Fitting): boolean =>
  (run.pages ?? null) === (pages ?? null) &&
  (run.scenarios === null || (scenarios?.every((label) => run.scenarios?.includes(label)) ?? false));

/** `environmentId`: null for the environment of the compared run. */
type NamedPlace = Pick<AskedPlace, "project" | "branch"> & {
  kind: AskedKind;
  name: string;
  environmentId: string | null;
  environmentIdsOf(environmentId: string | null): (string | null)[];
};

async function placeOf(
  ctx: Pick<OperationContext, "models">,
  project: Project,
  { kind, name }: { kind: AskedKind | null; name: string },
): Promise<NamedPlace> {
  const environments = await environmentsOf(ctx.models, project._id);
  const lower = name.toLowerCase();
  const isNamed = (one: Environment) =>
    [one._id, one.slug, one.name.toLowerCase()].some((known) => known === name || known === lower);
  const found = kind === "branch" ? undefined : environments.find(isNamed);
  const isBranch = kind !== "environment" && (await isBranchKnown(ctx.models, project, name));
  if (found && isBranch)
    throw fieldError(
      "against",
      `"${name}" is a branch and an environment: write branch:${name} or environment:${name}.`,
    );
  // Runs without an environment visit the reference environment's site.
  const reference = referenceEnvironmentOf(project, environments);
  const environmentIdsOf = (id: string | null) => (id === null || id === reference ? [reference, null] : [id]);
  if (found) return { kind: "environment", name: found.name, project, environmentId: found._id, environmentIdsOf };
  if (isBranch) return { kind: "branch", name, project, branch: name, environmentId: null, environmentIdsOf };
  const what = kind ?? "run, branch or environment";
  const names = [
    ...(kind === "environment" ? [] : await recentBranches(ctx.models, project)),
    ...(kind === "branch" ? [] : environments.map(({ slug }) => slug)),
  ];
  const hint = hintOf(name, [...new Set(names)]);
  throw fieldError(
    "against",
    `The project ${project.name} has no ${what} "${name}" that a run could be compared with.${hint}`,
  );
}

async function newestFitting(
  ctx: Pick<OperationContext, "models">,
  one: Fitting,
  { environmentIdsOf, environmentId, kind, name, project, branch }: NamedPlace,
): Promise<Known | null> {
  const visual = shotKindOf(one.type) === "visual";
  const place: AskedPlace = { project, branch, environmentIds: environmentIdsOf(environmentId ?? one.environmentId) };
  const read = (type: StatusType) =>
    endedRunsAt(ctx.models, place, { type, status: "completed" }, { limit: MAX_LOOKED_AT, fields: FIELDS });
  const where = `${kind === "branch" ? "the branch" : "the environment"} ${name}`;
  // Baselines exist as soon as there was any run; the results of a run show which ones it has.
  const completed = visual ? [...(await read(one.type)), ...(await read("baseline"))] : await read(one.type);
  const found = completed.filter(({ _id }) => _id !== one.judged);
  const other = found.length < completed.length ? "other " : "";
  if (found.length === 0)
    throw fieldError("against", `${RUN_NAME[one.type]}: ${where} has no ${other}completed run to compare with.`);
  const run = visual ? found[0] : found.find((known) => fits(known, one));
  if (!run)
    throw fieldError(
      "against",
      `${RUN_NAME[one.type]}: ${where} has no completed run over the same scenarios and pages.`,
    );
  return run;
}

async function ofRun(
  ctx: Pick<OperationContext, "models">,
  project: Project,
  { asked, wanted, requireFit }: Asking,
  name: string,
): Promise<AskedReference> {
  const given = await findRunOf(ctx.models, project._id, name, FIELDS);
  if (!given) throw fieldError("against", `The project ${project.name} has no run ${name}.`);
  const parts = given.type === FULL_AUDIT ? await partsOf(ctx.models, given._id, { fields: FIELDS }) : [given];
  const named: AskedName = { kind: "run", name, mainBranch: project.mainBranch };
  const runs: AskedReference["runs"] = {};
  for (const one of wanted) {
    const run = parts.find(({ type }) => type === one.type);
    if (!run)
      throw fieldError(
        "against",
        `${name} is a ${RUN_NAME[given.type]}: a ${RUN_NAME[one.type]} cannot be compared with it.`,
      );
    if (run._id === one.judged)
      throw fieldError("against", `${run._id} is the run that is compared: choose another one.`);
    if (run.status !== "completed")
      throw fieldError("against", `${run._id} is ${run.status}: only a completed run can be compared with.`);
    if (run.upload)
      throw fieldError("against", `The screenshots of ${run._id} were uploaded: no others can be compared with them.`);
    if (!fits(run, one))
      throw fieldError(
        "against",
        `${run._id} was a run over other scenarios or pages: choose a run over the same ones.`,
      );
    await requireFit?.(one, run);
    runs[one.type] = { runId: run._id, words: askedRunWords(named, run) };
  }
  const { branch } = given;
  return { asked, kind: "run", words: askedRunWords(named, given), branch, environmentId: null, runs };
}
