// Imports a scenario file: scenarios by label, rules by scenario and selector. Importing it again changes nothing.
import { isDeepStrictEqual } from "node:util";
import { boolean, type InferType, mixed, object } from "yup";
import { passwordsIn } from "../../../domain/functional/secrets/shotSteps.ts";
import { makeId } from "../../../domain/ids.ts";
import { parseScenarioFile } from "../../../domain/import/parseScenarioFile.ts";
import { refused } from "../../../domain/import/problems.ts";
import { SCENARIO_DEFAULTS } from "../../../domain/import/scenarioShape.ts";
import type { ImportedScenario, LeftOut, ScenarioImport, ViewportSizes } from "../../../domain/import/types.ts";
import { isDuplicateKey } from "../../../models/index.ts";
import { scenarioLabelled, scenariosOf } from "../../../models/scenarios/queries.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import { changeScenario, insertScenario } from "../../../models/scenarios/writes.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { projectField } from "../../lib/fields.ts";
import { knownSecrets } from "../../lib/knownSecrets.ts";
import { modeProblems } from "../../lib/modeProblems.ts";
import { changePart } from "../projects/changePart.ts";
import { type RuleChange, upsertRule } from "../rules/upsertRule.ts";
import { requireScenarioRoom, undoOverQuota } from "./scenarioQuota.ts";

const INPUT = object({
  project: projectField.required(),
  /** Parsed JSON in our own format or a BackstopJS configuration. */
  file: mixed().required(),
  /** Also apply the file's viewport sizes to the project. Otherwise they are only reported, because they change every scenario's screenshots. */
  setViewports: boolean(),
})
  .noUnknown()
  .required();
export type ImportScenariosInput = InferType<typeof INPUT>;

export type Counts = Record<RuleChange, number>;
export type ImportReport = Counts & {
  project: string;
  format: ScenarioImport["format"];
  rules: Counts;
  /** Sizes in the file that differ from the defaults; `viewportsSet`: whether the project now has them. */
  viewports: ViewportSizes;
  viewportsSet: boolean;
  /** What was not imported: `needsYou` requires action by a person, `noMeaning` can be ignored. */
  needsYou: LeftOut[];
  noMeaning: LeftOut[];
  warnings: string[];
};

/**
 * Throws `validation_error` with paths for an invalid file, and `plan_gate` if it would exceed the plan; then nothing is changed. Fields
 * that the file's format cannot express keep their stored values; all others are set to what the file contains.
 */
export async function importScenarios(
  ctx: AdminContext,
  caller: Caller,
  input: ImportScenariosInput,
): Promise<ImportReport> {
  mustBeAllowed(caller, "edit");
  const { project: reference, file, setViewports } = checked(INPUT, input);
  const parsed = parseScenarioFile(file);
  const project = await resolveProject(ctx, caller, reference);
  const stored = await scenariosByLabel(ctx, project._id);
  checkRuleLabels(parsed, stored);
  const uploaded = parsed.scenarios.flatMap(({ label }, i) =>
    stored.get(label)?.source === "upload"
      ? [
          {
            path: `scenarios[${i}].label`,
            message: `"${label}" is the name of uploaded screenshots: choose another one`,
          },
        ]
      : [],
  );
  if (uploaded.length > 0) throw refused("The scenario file is invalid", uploaded);
  const known = await knownSecrets(ctx, project._id);
  const passwords = parsed.scenarios.flatMap((one, i) =>
    passwordsIn(one, known, stored.get(one.label)).map(({ path, message }) => ({
      path: `scenarios[${i}].${path}`,
      message,
    })),
  );
  if (passwords.length > 0) throw refused("The scenario file is invalid", passwords);
  const modes = Object.keys(project.modes ?? {});
  const wrongModes = parsed.scenarios.flatMap((one, i) =>
    modeProblems(one, modes).map(({ path, message }) => ({ path: `scenarios[${i}].${path}`, message })),
  );
  if (wrongModes.length > 0) throw refused("The scenario file is invalid", wrongModes);
  const fresh = parsed.scenarios.filter((s) => !stored.has(s.label));
  if (fresh.length > 0) await requireScenarioRoom(ctx, caller.orgId, fresh.length);

  const counts: Counts = { created: 0, updated: 0, unchanged: 0 };
  const made: string[] = [];
  for (const scenario of parsed.scenarios) {
    const change = await put(ctx, project._id, scenario, stored.get(scenario.label) ?? null, made);
    counts[change] += 1;
  }
  if (made.length > 0) await undoOverQuota(ctx, caller.orgId, made);

  const rules = await putRules(ctx, project._id, parsed);
  const viewportsSet = setViewports === true && Object.keys(parsed.viewports).length > 0;
  if (viewportsSet)
    await changePart(ctx, project, ({ viewports }) => ({ viewports: { ...viewports, ...parsed.viewports } }));
  await recordAudit(ctx, caller, "scenarios.import", project._id, {
    project: project.slug,
    format: parsed.format,
    ...counts,
    rules,
    viewportsSet,
  });
  const { format, viewports, needsYou, noMeaning, warnings } = parsed;
  const leftOut = { needsYou, noMeaning };
  return { project: project.slug, format, ...counts, rules, viewports, viewportsSet, ...leftOut, warnings };
}

async function scenariosByLabel({ models }: AdminContext, projectId: string): Promise<Map<string, Scenario>> {
  const list = await scenariosOf(models, projectId);
  return new Map(list.map((s) => [s.label, s]));
}

function checkRuleLabels(parsed: ScenarioImport, stored: Map<string, Scenario>): void {
  const labels = new Set([...stored.keys(), ...parsed.scenarios.map((s) => s.label)]);
  const problems = (["comparisonRules", "contentRules"] as const).flatMap((list) =>
    parsed[list].flatMap((rule, i) =>
      labels.has(rule.scenarioLabel)
        ? []
        : [{ path: `${list}[${i}].scenarioLabel`, message: "names no scenario of the file or the project" }],
    ),
  );
  if (problems.length > 0) throw refused("The scenario file is invalid", problems);
}

/** Creates or updates one scenario; ids of created ones are added to `made`. */
async function put(
  ctx: AdminContext,
  projectId: string,
  wanted: ImportedScenario,
  known: Scenario | null,
  made: string[],
): Promise<RuleChange> {
  let stored = known;
  if (!stored) {
    const _id = makeId("scenario", ctx.ulid());
    try {
      await insertScenario(ctx.models, { ...SCENARIO_DEFAULTS, ...wanted, _id, projectId, createdAt: ctx.now() });
      made.push(_id);
      return "created";
    } catch (error) {
      // Another import created it since the labels were read, so continue with the stored one.
      if (!isDuplicateKey(error)) throw error;
      stored = await scenarioLabelled(ctx.models, projectId, wanted.label);
      if (!stored) throw error;
    }
  }
  const now: Partial<Scenario> = stored;
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => !isDeepStrictEqual(now[key as keyof Scenario], value)),
  );
  if (Object.keys(changed).length === 0) return "unchanged";
  await changeScenario(ctx.models, stored._id, changed);
  return "updated";
}

async function putRules(ctx: AdminContext, projectId: string, parsed: ScenarioImport): Promise<Counts> {
  const counts: Counts = { created: 0, updated: 0, unchanged: 0 };
  for (const { mode, ...place } of parsed.comparisonRules)
    counts[(await upsertRule(ctx, "comparisonRule", { projectId, ...place }, mode)).change] += 1;
  for (const { normalize, ...place } of parsed.contentRules)
    counts[(await upsertRule(ctx, "contentRule", { projectId, ...place }, normalize)).change] += 1;
  return counts;
}
