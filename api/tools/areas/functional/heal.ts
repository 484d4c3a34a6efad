// Tools that heal steps whose locator no longer finds its element: propose a patch and apply it.
import { array, boolean, mixed, number, object, string } from "yup";
import { ProductError } from "../../../../domain/errors.ts";
import { HEAL_STATUSES } from "../../../../domain/functional/heal/outcome.ts";
import type { Run } from "../../../../models/runs/schema.ts";
import { flag, requiredText, text } from "../../../lib/validate.ts";
import { applyHeal } from "../../../operations/functional/heal/decideHeal.ts";
import type { HealView } from "../../../operations/functional/heal/healView.ts";
import { healStep } from "../../../operations/functional/heal/startHeal.ts";
import { runOfFeature } from "../../../operations/functional/readFeatureRun.ts";
import { listData, rowsData } from "../../answers.ts";
import { browserArg, described, environmentArg, projectArg, runIdArg, viewportArg } from "../../args.ts";
import { next, type Place, placeOfRun } from "../../next.ts";
import { featureRunOf } from "../../runOf.ts";
import { oneLine, plural, reasonText } from "../../sentences.ts";
import { STALE } from "../../stale.ts";
import { type AnyTool, defineTool, type NextAction, type ToolUse } from "../../tool.ts";

const link = () => string().nullable().defined();
const words = () => listData(string().defined());

const stepData = object({
  index: number().required(),
  line: number().required(),
  text: string().required(),
  stepDefId: string().defined(),
});
const patchData = object({
  kind: string().oneOf(["locators", "sentence", "definition"]).required(),
  stepDefId: string().nullable().defined(),
  featureId: string().nullable().defined(),
  before: words(),
  after: words(),
  finds: string().nullable().defined(),
  locators: listData(mixed().required()),
  stepDef: mixed().nullable().defined(),
});
const healData = {
  jobId: string().nullable().defined(),
  healId: string().nullable().defined(),
  runId: string().defined(),
  featureId: string().nullable().defined(),
  scenario: string().nullable().defined(),
  step: stepData.nullable().defined(),
  why: string().nullable().defined(),
  message: string().required(),
  score: number().nullable().defined(),
  lead: number().nullable().defined(),
  patch: patchData.nullable().defined(),
  /** Later steps that broke as well and are healed with it. */
  also: rowsData({
    step: stepData.required(),
    score: number().nullable().defined(),
    lead: number().nullable().defined(),
    patch: patchData.required(),
  }),
  candidates: rowsData({
    role: string().defined(),
    name: string().defined(),
    score: number().required(),
    agreed: words(),
  }),
  replay: object({
    status: string().required(),
    passed: number().required(),
    steps: number().required(),
    duration: number().required(),
    message: string().nullable().defined(),
  })
    .nullable()
    .defined(),
  pictures: object({ before: link(), found: link(), after: link() }).required(),
  users: object({
    features: rowsData({ featureId: string().required(), name: string().defined() }),
    more: number().required(),
  })
    .nullable()
    .defined(),
};

const PAGE_TEXT = ["message", "patch", "also", "candidates", "replay"];

const healTool = defineTool({
  name: "frt_heal_step_def",
  title: "Propose a new locator for a failed step",
  description:
    "For a step whose locator finds no element: finds it by its look when the step last passed, and replays the scenario with the patch. Changes nothing until its proposal is applied: call it again with healId and apply: true.",
  intent: { does: "heals a step whose locator broke", when: [["heal"], ["heal", "step"]] },
  area: "functional",
  profile: "qa",
  mutating: true,
  destructive: true,
  openWorld: true,
  pageText: PAGE_TEXT,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    runId: runIdArg(),
    featureId: described(text(200), "Without runId: its latest failed run"),
    scenario: described(text(500), "Its name"),
    stepDefId: text(200),
    browser: browserArg(),
    viewport: viewportArg(),
    healId: described(text(100), "Of a proposal of this tool, to apply it"),
    apply: described(flag(), "Applies the proposal healId; without healId what this call proposes"),
  },
  quiet: ["environment", "browser", "viewport"],
  data: object({
    status: string()
      .oneOf([...HEAL_STATUSES, "none", "running"])
      .required(),
    /** Set if this call applied a proposal. */
    change: string().oneOf(["updated", "unchanged"]),
    version: number(),
    relinked: array().of(string().defined()),
    stale: described(boolean(), "Temporal did not answer: this is the last stored state"),
    ...healData,
  }),
  example: { runId: "run_01j9z3" },
  async run(use, { runId, featureId, scenario, stepDefId, browser, viewport, healId, apply }) {
    const { ctx, caller, project, signal } = use;
    if (healId && !apply)
      throw new ProductError("validation_error", "apply is missing: healId names a proposal that apply: true applies.");
    if (healId) return applied(use, healId);
    const failed =
      runId === undefined && featureId !== undefined
        ? await runOfFeature(ctx, caller, use, { featureId, failed: true })
        : null;
    const run = failed ?? (await featureRunOf(use, { runId, featureId }));
    const wish = { project, run, featureId, scenario, stepDefId, browser, viewport };
    const heal = await healStep(ctx, caller, wish, signal);
    if (apply && heal.status === "proposed" && heal.healId !== null) return applied(use, heal.healId);
    return {
      summary: reasonText(heal.message, 300),
      data: heal,
      warnings: heal.stale ? [STALE] : [],
      nextActions: afterHeal(use, run, heal),
    };
  },
});

function afterHeal(use: ToolUse, run: Run, heal: HealView): NextAction[] {
  const { status, jobId, healId, featureId, scenario } = heal;
  if (status === "running" && jobId !== null)
    return [{ label: "See how far it is", tool: "get_job_status", args: { jobId } }];
  const { _id: runId } = run;
  const named = { runId, ...(featureId !== null && { featureId }), ...(scenario !== null && { scenario }) };
  const explain = next(use, "Why it failed", "frt_explain_failure", named);
  if (status === "proposed" && healId !== null)
    return [explain, next(use, "Apply the patch", "frt_heal_step_def", { healId, apply: true })];
  const again =
    featureId === null ? [] : [next(placeOfRun(use, run), "Run the feature again", "run_frt_feature", { featureId })];
  return heal.why === "found_again" || heal.why === "changed" ? [...again, explain] : [explain, ...again];
}

const applyTool = defineTool({
  name: "frt_apply_heal",
  title: "Apply a proposed patch",
  description:
    "Applies what frt_heal_step_def proposed, as a new version of the step definition or of the sentence; locators alone change. Refused when it was changed since. Then run_frt_feature.",
  area: "functional",
  profile: "full",
  mutating: true,
  destructive: true,
  pageText: PAGE_TEXT,
  args: { project: projectArg(), healId: described(requiredText(100), "From frt_heal_step_def") },
  data: object({
    status: string().oneOf(HEAL_STATUSES).required(),
    change: string().oneOf(["updated", "unchanged"]).required(),
    version: number().required(),
    relinked: words(),
    ...healData,
  }),
  example: { healId: "heal_01k0000000000000000000000" },
  run: (use, { healId }) => applied(use, healId),
});

async function applied(use: ToolUse, healId: string) {
  const { heal, change, version, relinked } = await applyHeal(use.ctx, use.caller, { project: use.project, healId });
  return {
    summary: oneLine(appliedSentence(heal, version)),
    data: { ...heal, change, version, relinked },
    warnings:
      relinked.length > 0
        ? [`${plural(relinked.length, "event")} of the tracking plan follow the sentence: ${relinked.join(", ")}.`]
        : [],
    nextActions: usersToRun(use, heal),
  };
}

function appliedSentence({ patch, also: too, featureId, users }: HealView, version: number): string {
  const more =
    too.length > 0 ? ` ${plural(too.length, "step")} behind it ${too.length === 1 ? "is" : "are"} changed too.` : "";
  const others = (users?.features.length ?? 0) + (users?.more ?? 0) - 1;
  if (patch?.kind === "locators")
    return `The step definition ${patch.stepDefId} has a new locator (version ${version}); ${plural(others + 1, "feature")} use it.${more}`;
  const also = others > 0 ? ` ${plural(others, "other feature")} with the same sentence stay as they are.` : "";
  const own = patch?.kind === "definition" ? ` The project has the new step definition ${patch.stepDefId} for it.` : "";
  return `The library is built in, so the sentence of ${featureId} was rewritten (version ${version}): ${patch?.after[0]}.${own}${also}${more}`;
}

/** Suggests running the features that use the step, the healed one first. */
function usersToRun(place: Place, { featureId, users }: HealView): NextAction[] {
  const others = (users?.features ?? []).map((one) => one.featureId).filter((id) => id !== featureId);
  return [featureId, ...others.slice(0, 2)].flatMap((id) =>
    id === null ? [] : [next(place, `Run ${id}`, "run_frt_feature", { featureId: id })],
  );
}

export const healTools: readonly AnyTool[] = [healTool, applyTool];
