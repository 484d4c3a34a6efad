// Rules in the project file that apply to several scenarios.
import { given } from "../../../domain/given.ts";
import { makeId } from "../../../domain/ids.ts";
import type { FieldProblem } from "../../../domain/import/problems.ts";
import { EFFECT_FIELDS, type FileRule, ruleName, scopeOf } from "../../../domain/projectFile/ruleEntry.ts";
import type { Item } from "../../../domain/projectFile/types.ts";
import { parseScope } from "../../../domain/visual/wideRules/scope.ts";
import type { KeptWideRule, WideRule } from "../../../domain/visual/wideRules/wideRule.ts";
import { isWritten } from "../../../models/index.ts";
import {
  changeWideRule,
  deleteWideRule,
  hasWideRule,
  insertWideRule,
  wideRulesOfProject,
} from "../../../models/wideRules/queries.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import { hidingMessage, wideRuleEffect } from "../rules/wideRuleEffect.ts";
import { wideRuleProblem } from "../rules/wideRuleProblems.ts";
import { requireWritten, type Section, type Use, viewsOf } from "./section.ts";

export const wideRuleSection: Section = {
  kind: "rule",
  async present(use) {
    const rules = await wideRulesOfProject(use.ctx.models, use.project._id);
    return rules.map((rule) => ({
      ...ruleItem(entryOf(rule)),
      async change(target) {
        const { value } = wideRuleOf(target as FileRule);
        const { models } = use.ctx;
        requireWritten(await changeWideRule(models, { id: rule.id, value, from: rule.value }), nameIn(rule));
        await audit(use, "wideRule.set", rule.id, { ...rule, value, before: rule.value });
      },
      async remove() {
        const { models } = use.ctx;
        const projectId = use.project._id;
        const deleted = await deleteWideRule(models, { projectId, id: rule.id, value: rule.value });
        // A tag rule is deleted along with the last scenario that has the tag, so there may be nothing left to delete.
        if (!deleted) return requireWritten(!(await hasWideRule(models, rule.id)), nameIn(rule));
        await audit(use, "wideRule.remove", rule.id, rule);
      },
    }));
  },
  wanted: ({ rules }) => rules?.map(ruleItem) ?? null,
  async create(use, target) {
    const { ctx, project } = use;
    const rule = wideRuleOf(target as FileRule);
    const _id = makeId("wideRule", ctx.ulid());
    const insert = insertWideRule(ctx.models, { _id, projectId: project._id, ...rule, createdAt: ctx.now() });
    requireWritten(await isWritten(insert), nameIn(rule));
    await audit(use, "wideRule.set", _id, rule);
  },
  async check({ ctx, project, elsewhere }, { target }, { end }): Promise<FieldProblem[]> {
    const others = [...(elsewhere?.values() ?? [])].map(({ view }) => view);
    const scenarios = [...viewsOf(end, "scenario").values(), ...others] as { url: string; tags?: string[] }[];
    const rule = wideRuleOf(target as FileRule);
    const problem = wideRuleProblem(rule, scenarios);
    if (problem) return [{ path: pathIn(target as FileRule, problem.field), message: problem.message }];
    const message = hidingMessage(await wideRuleEffect(ctx, project, rule));
    return message === null ? [] : [{ path: "selector", message }];
  },
};

/** Returns the field of the file that a problem belongs to. */
function pathIn(rule: FileRule, field: "scope" | "selector"): string {
  if (field === "selector") return "selector";
  return rule.tag === undefined ? "path" : "tag";
}

const ruleItem = (rule: FileRule): Item => {
  const { tag, path, selector, ...effect } = rule;
  const fields = Object.entries({ tag, path, selector, ...effect }).filter(([, value]) => value !== undefined);
  return { name: ruleName(rule), view: Object.fromEntries(fields) };
};

function wideRuleOf(rule: FileRule): WideRule {
  const kind = EFFECT_FIELDS.find((field) => rule[field] !== undefined) ?? "mode";
  return { scope: scopeOf(rule), kind, selector: rule.selector ?? "", value: String(rule[kind] ?? "") };
}

function entryOf({ scope, kind, selector, value }: WideRule): FileRule {
  const parsed = parseScope(scope);
  return given({
    tag: parsed?.kind === "tag" ? parsed.tag : undefined,
    path: parsed?.kind === "path" ? parsed.pattern : undefined,
    selector: selector === "" ? undefined : selector,
    [kind]: kind === "misMatchThreshold" ? Number(value) : value,
  });
}

const nameIn = (rule: WideRule): string => `The rule "${ruleName(entryOf(rule))}"`;

const audit = (
  { ctx, caller, project }: Use,
  action: "wideRule.set" | "wideRule.remove",
  id: string,
  { scope, kind, selector, value, before }: (WideRule | KeptWideRule) & { before?: string },
): Promise<void> =>
  recordAudit(ctx, caller, action, id, given({ project: project.slug, scope, kind, selector, value, before }));
