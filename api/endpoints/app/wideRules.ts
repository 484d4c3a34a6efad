// Rules for several scenarios on the dashboard: kept, and shown before they are kept.
import { WIDE_KINDS } from "../../../domain/visual/wideRules/wideRule.ts";
import { requireReadRight, resolveProject } from "../../lib/access.ts";
import { choice, closed, requiredText, text } from "../../lib/validate.ts";
import { wideRuleEffect } from "../../operations/rules/wideRuleEffect.ts";
import { requireKeepable, setWideRule } from "../../operations/rules/wideRules.ts";
import { appWideEffect, appWideRuleSet } from "../answers/app/settings.ts";
import { defineEndpoint } from "../define.ts";
import { right } from "../permits.ts";
import { CHANGING_ROLES, inProject, TO_CHANGE } from "./shared.ts";

const shared = { tag: "Dashboard", access: "session", limits: ["ci"], noStore: true, params: inProject } as const;
const rule = {
  scope: requiredText(600),
  kind: choice(WIDE_KINDS).required(),
  selector: text(1_000),
  value: requiredText(1_000),
};
const NOT_FOUND = "The project is unknown.";

const keep = defineEndpoint({
  ...shared,
  method: "post",
  path: "/api/app/projects/{slug}/rules",
  id: "setAppRule",
  summary: "Set a rule for several scenarios",
  description: "One per scope, kind and selector: setting it again replaces its value. Baselines stay.",
  allowed: CHANGING_ROLES,
  permit: TO_CHANGE,
  body: closed(rule),
  bounds: "run",
  answers: { 200: { description: "It holds from the next run on.", json: appWideRuleSet } },
  refusals: { 404: NOT_FOUND },
  async handle({ ctx, caller, params: { slug }, body: { selector = "", ...said } }) {
    const { id } = await setWideRule(ctx, caller, { project: slug, ...said, selector });
    return { json: { success: true, id } };
  },
});

const preview = defineEndpoint({
  ...shared,
  method: "get",
  path: "/api/app/projects/{slug}/rule-effect",
  id: "appRuleEffect",
  summary: "Preview of a rule for several scenarios",
  description: "Over the newest screenshots of all scenarios that it is for; nothing is compared again.",
  permit: right(requireReadRight),
  query: closed(rule),
  answers: { 200: { description: "Counts.", json: appWideEffect } },
  refusals: { 404: NOT_FOUND },
  async handle({ ctx, caller, params: { slug }, query: { selector = "", ...said } }) {
    const project = await resolveProject(ctx, caller, slug);
    const wanted = { ...said, selector };
    await requireKeepable(ctx, project, wanted);
    return { json: await wideRuleEffect(ctx, project, wanted) };
  },
});

export const wideRuleEndpoints = [keep, preview];
