// Creates one scenario. A label that is taken is a conflict; nothing is overwritten.
import type { InferType } from "yup";
import { ProductError } from "../../../domain/errors.ts";
import { passwordsIn } from "../../../domain/functional/secrets/shotSteps.ts";
import { given } from "../../../domain/given.ts";
import { makeId } from "../../../domain/ids.ts";
import { refused } from "../../../domain/import/problems.ts";
import { SCENARIO_DEFAULTS, scenarioShape } from "../../../domain/import/scenarioShape.ts";
import type { ScenarioFields } from "../../../domain/import/types.ts";
import { scenarioLabelled } from "../../../models/scenarios/queries.ts";
import { insertScenario } from "../../../models/scenarios/writes.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { projectField } from "../../lib/fields.ts";
import { knownSecrets } from "../../lib/knownSecrets.ts";
import { modeProblems } from "../../lib/modeProblems.ts";
import { unlessTaken } from "../../lib/unlessTaken.ts";
import type { ScenarioView } from "./listScenarios.ts";
import { requireScenarioRoom, undoOverQuota } from "./scenarioQuota.ts";

const INPUT = scenarioShape.shape({ project: projectField.required() }).required();
export type CreateScenarioInput = InferType<typeof INPUT>;

/**
 * Throws `validation_error` with paths, `conflict` for a taken label, and `plan_gate` if the plan has no room. Omitted fields get their
 * defaults.
 */
export async function createScenario(
  ctx: AdminContext,
  caller: Caller,
  input: Pick<CreateScenarioInput, "project"> & Pick<ScenarioFields, "label" | "url"> & Partial<ScenarioFields>,
  _id = makeId("scenario", ctx.ulid()),
): Promise<ScenarioView> {
  mustBeAllowed(caller, "edit");
  const { project: reference, ...wanted } = checked(INPUT, input);
  const project = await resolveProject(ctx, caller, reference);
  const { label } = wanted;
  const passwords = passwordsIn(wanted as Partial<ScenarioFields>, await knownSecrets(ctx, project._id));
  if (passwords.length > 0) throw refused("The scenario cannot be stored", passwords);
  const { viewports = SCENARIO_DEFAULTS.viewports, modes } = wanted as Partial<ScenarioFields>;
  const wrong = modeProblems({ modes, viewports }, Object.keys(project.modes ?? {}));
  if (wrong.length > 0) throw refused("The scenario cannot be stored", wrong);
  try {
    await requireScenarioRoom(ctx, caller.orgId, 1);
  } catch (error) {
    // If there is no room, the scenario may already exist, which is the more useful error.
    throw (await scenarioLabelled(ctx.models, project._id, label)) ? taken(project.slug, label) : error;
  }
  const fields = { ...SCENARIO_DEFAULTS, ...given(wanted) } as ScenarioFields;
  const scenario = { ...fields, _id, projectId: project._id, createdAt: ctx.now() };
  await unlessTaken(insertScenario(ctx.models, scenario), () => taken(project.slug, label));
  await undoOverQuota(ctx, caller.orgId, [_id]);
  await recordAudit(ctx, caller, "scenario.create", _id, { project: project.slug, label, url: fields.url });
  return { id: _id, ...fields };
}

function taken(slug: string, label: string): ProductError {
  return new ProductError(
    "conflict",
    `The project "${slug}" already has a scenario "${label}": choose another label, or use that one.`,
    {
      label,
    },
  );
}
