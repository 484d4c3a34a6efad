// Rules for several scenarios on the dashboard: preview and save.
import { given } from "../../../domain/given.ts";
import { WIDE_KINDS } from "../../../domain/visual/wideRules/wideRule.ts";
import { resolveProject } from "../../lib/access.ts";
import { choice, closed, requiredText, text } from "../../lib/validate.ts";
import { requireInScope, setRuleInScope } from "../../operations/rules/ruleInScope.ts";
import { previewWideRule, setWideRule } from "../../operations/rules/wideRules.ts";
import { appWideEffect, appWideRuleSet } from "../answers/app/settings.ts";
import { defineEndpoint } from "../define.ts";
import { edits, inProject, reads, STALE } from "./shared.ts";

const rule = {
  scope: requiredText(600),
  kind: choice(WIDE_KINDS).required(),
  selector: text(1_000),
  value: requiredText(1_000),
  scenarioLabel: text(200),
};

const keep = defineEndpoint({
  ...edits,
  params: inProject,
  method: "post",
  path: "/api/app/projects/{slug}/rules",
  id: "setAppRule",
  summary: "Set a rule for several scenarios",
  description:
    "One per scope, kind and selector: setting it again replaces its value. Baselines stay. `scenarioLabel`: a scenario that must belong to the scope; the mode full removes the rule then. `before`: the value it had when it was shown, null for none.",
  body: closed({ ...rule, before: text(1_000).nullable() }),
  bounds: "run",
  answers: { 200: { description: "It holds from the next run on.", json: appWideRuleSet } },
  refusals: { 404: "The project or the scenario is unknown.", 409: STALE },
  async handle({ ctx, caller, params: { slug }, body: { selector = "", scenarioLabel, before: seen, ...said } }) {
    // Resolved before the body is checked, so that an unknown project is reported first, whatever the body contains.
    const project = await resolveProject(ctx, caller, slug);
    const wanted = { ...said, selector, ...given({ before: seen }) };
    const { id, before } =
      scenarioLabel === undefined
        ? await setWideRule(ctx, caller, { project: project._id, ...wanted })
        : await setRuleInScope(ctx, caller, project, { scenarioLabel, ...wanted });
    return { json: { success: true, id, before } };
  },
});

const preview = defineEndpoint({
  ...reads,
  params: inProject,
  method: "get",
  path: "/api/app/projects/{slug}/rule-effect",
  id: "appRuleEffect",
  summary: "Preview of a rule for several scenarios",
  description: "Over the newest screenshots of all scenarios that it is for; nothing is compared again.",
  query: closed(rule),
  answers: { 200: { description: "Counts.", json: appWideEffect } },
  refusals: { 404: "The project or the scenario is unknown." },
  async handle({ ctx, caller, params: { slug }, query: { selector = "", scenarioLabel, ...said } }) {
    const project = await resolveProject(ctx, caller, slug);
    if (scenarioLabel !== undefined) await requireInScope(ctx, project, { scenarioLabel, scope: said.scope });
    return { json: await previewWideRule(ctx, caller, project, { ...said, selector }) };
  },
});

export const wideRuleEndpoints = [keep, preview];
