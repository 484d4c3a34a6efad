// What a caller wants a run compared with: found before anything starts, so that a reference which does not fit starts nothing.
import type { Pillar } from "../../../domain/audit/pillars.ts";
import { pagesOfRun } from "../../../domain/audit/sitePages.ts";
import {
  type AskedKind,
  type AskedName,
  type AskedReference,
  askedBaselineWords,
  askedRunWords,
  readAsked,
} from "../../../domain/history/asked.ts";
import {
  FULL_AUDIT,
  partsOfType,
  pillarOf,
  RUN_NAME,
  type StatusType,
  shotKindOf,
  TYPE_OF_PILLAR,
} from "../../../domain/runTypes.ts";
import { referenceEnvironmentOf } from "../../../models/baselines/key.ts";
import { environmentsOf } from "../../../models/environments/queries.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { type AskedPlace, completedRunsAt, isBranchKnown } from "../../../models/runs/asked.ts";
import { findRunOf, partsOf } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { OperationContext } from "../../lib/context.ts";
import { refusedReference as refused } from "./refusedReference.ts";
import { requireSameScreens, type Wish } from "./sameScreens.ts";

type Asking = {
  asked: string;
  type: StatusType;
  extra: Record<string, unknown>;
  pages: Run["pages"];
  input: Wish;
  environment: Pick<Environment, "_id"> | null;
};

/** The run of a type that is compared with, as far as it must fit. */
type Fitting = { type: StatusType; pages: Run["pages"]; scenarios: readonly string[] | null };

const FIELDS = { type: 1, branch: 1, commitSha: 1, scenarios: 1, pages: 1, browsers: 1, status: 1, upload: 1 } as const;
type Known = Pick<Run, "_id" | keyof typeof FIELDS>;

/** Newest runs among which one of all scenarios is looked for. */
const MAX_LOOKED_AT = 50;

/** Throws validation_error where the reference does not exist, was never measured, or does not fit the run. */
export async function resolveAgainst(
  ctx: Pick<OperationContext, "models">,
  project: Project,
  asking: Asking,
): Promise<AskedReference> {
  const wanted = compared(project, asking);
  const { kind, name } = readAsked(asking.asked);
  if (kind === "run" || (kind === null && /^run_[a-z\d]+/.test(name)))
    return ofRun(ctx, project, { asking, wanted, name });
  const place = await placeOf(ctx, project, { kind, name, environment: asking.environment });
  const named: AskedName = { kind: place.kind, name: place.name, mainBranch: project.mainBranch };
  const runs: AskedReference["runs"] = {};
  for (const one of wanted) {
    const found = await newestFitting(ctx, one, place);
    if (found && shotKindOf(one.type) === null)
      runs[one.type] = { runId: found._id, words: askedRunWords(named, found) };
  }
  const [first] = Object.values(runs);
  const single = asking.type !== FULL_AUDIT && first;
  const words = single ? first.words : `the newest state ${place.kind === "branch" ? "of" : "on"} ${place.name}`;
  const visual = asking.type !== FULL_AUDIT && !first;
  return {
    asked: asking.asked,
    kind: place.kind,
    words: visual ? askedBaselineWords(named) : words,
    branch: place.branch ?? null,
    environmentId: place.environmentId,
    runs,
  };
}

/** The runs that are compared; of a full audit its parts. Throws where nothing is. */
function compared({ settings }: Project, { type, extra, pages, input }: Asking): Fitting[] {
  const { pillars = [] } = extra as { pillars?: Pillar[] };
  const types = type === FULL_AUDIT ? pillars.flatMap((pillar) => TYPE_OF_PILLAR[pillar] ?? []) : [type];
  const some = types.filter((one) => partsOfType(one) !== "scenarios" && shotKindOf(one) !== "baseline");
  if (some.length === 0) throw refused(`Nothing of this run is compared with another one: omit against.`);
  const scenarios = input.scenarios ?? null;
  return some.map((one) => {
    const pagesOf = () => pagesOfRun({ pillar: pillarOf(one), settings, asked: input.pages, scenarios });
    return { type: one, scenarios, pages: (type === FULL_AUDIT ? pagesOf() : pages) ?? null };
  });
}

const fits = (run: Known, { pages, scenarios }: Fitting): boolean =>
  (run.pages ?? null) === pages &&
  (run.scenarios === null || (scenarios?.every((label) => run.scenarios?.includes(label)) ?? false));

type NamedPlace = AskedPlace & { kind: AskedKind; name: string; environmentId: string | null };

async function placeOf(
  ctx: Pick<OperationContext, "models">,
  project: Project,
  { kind, name, environment }: { kind: AskedKind | null; name: string; environment: Asking["environment"] },
): Promise<NamedPlace> {
  const environments = await environmentsOf(ctx.models, project._id);
  const lower = name.toLowerCase();
  const isNamed = (one: Environment) =>
    [one._id, one.slug, one.name.toLowerCase()].some((known) => known === name || known === lower);
  const found = kind === "branch" ? undefined : environments.find(isNamed);
  const isBranch = kind !== "environment" && (await isBranchKnown(ctx.models, project, name));
  if (found && isBranch)
    throw refused(`"${name}" is a branch and an environment: write branch:${name} or environment:${name}.`);
  // Runs without an environment visit the reference environment's site.
  const reference = referenceEnvironmentOf(project, environments);
  const alike = (id: string | null) => (id === null || id === reference ? [reference, null] : [id]);
  if (found)
    return {
      kind: "environment",
      name: found.name,
      project,
      environmentIds: alike(found._id),
      environmentId: found._id,
    };
  if (isBranch) {
    const environmentId = environment?._id ?? null;
    return { kind: "branch", name, project, branch: name, environmentIds: alike(environmentId), environmentId };
  }
  const what = kind ?? "run, branch or environment";
  throw refused(`The project ${project.name} has no ${what} "${name}" that a run could be compared with.`);
}

async function newestFitting(
  ctx: Pick<OperationContext, "models">,
  one: Fitting,
  place: NamedPlace,
): Promise<Known | null> {
  const visual = shotKindOf(one.type) === "visual";
  const read = (type: StatusType) => completedRunsAt(ctx.models, place, type, { limit: MAX_LOOKED_AT, fields: FIELDS });
  const where = `${place.kind === "branch" ? "the branch" : "the environment"} ${place.name}`;
  // Baselines are there as soon as any run was: the results of a run say which of them it has.
  const found = visual ? [...(await read(one.type)), ...(await read("baseline"))] : await read(one.type);
  if (found.length === 0) throw refused(`${RUN_NAME[one.type]}: ${where} has no completed run to compare with.`);
  const run = visual ? found[0] : found.find((known) => fits(known, one));
  if (!run) throw refused(`${RUN_NAME[one.type]}: ${where} has no completed run over the same scenarios and pages.`);
  return run;
}

async function ofRun(
  ctx: Pick<OperationContext, "models">,
  project: Project,
  { asking, wanted, name }: { asking: Asking; wanted: readonly Fitting[]; name: string },
): Promise<AskedReference> {
  const given = await findRunOf(ctx.models, project._id, name, FIELDS);
  if (!given) throw refused(`The project ${project.name} has no run ${name}.`);
  const parts = given.type === FULL_AUDIT ? await partsOf(ctx.models, given._id, { fields: FIELDS }) : [given];
  const named: AskedName = { kind: "run", name, mainBranch: project.mainBranch };
  const runs: AskedReference["runs"] = {};
  for (const one of wanted) {
    const run = parts.find(({ type }) => type === one.type);
    if (!run)
      throw refused(`${name} is a ${RUN_NAME[given.type]}: a ${RUN_NAME[one.type]} cannot be compared with it.`);
    if (run.status !== "completed")
      throw refused(`${run._id} is ${run.status}: only a completed run can be compared with.`);
    if (run.upload) throw refused(`The screenshots of ${run._id} were uploaded: no others can be compared with them.`);
    if (!fits(run, one))
      throw refused(`${run._id} was a run over other scenarios or pages: choose a run over the same ones.`);
    if (shotKindOf(one.type) === "visual") await requireSameScreens(ctx, project, { run, input: asking.input });
    runs[one.type] = { runId: run._id, words: askedRunWords(named, run) };
  }
  const { branch } = given;
  return { asked: asking.asked, kind: "run", words: askedRunWords(named, given), branch, environmentId: null, runs };
}
