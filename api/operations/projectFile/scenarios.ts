// Scenarios of the file, each with the rules of its regions.

import { passwordsIn } from "../../../domain/functional/secrets/shotSteps.ts";
import { makeId } from "../../../domain/ids.ts";
import { refused } from "../../../domain/import/problems.ts";
import { SCENARIO_DEFAULTS } from "../../../domain/import/scenarioShape.ts";
import type { ScenarioFields } from "../../../domain/import/types.ts";
import { scenarioItem } from "../../../domain/projectFile/canonical.ts";
import type { FileScenario } from "../../../domain/projectFile/types.ts";
import { isDuplicateKey } from "../../../models/index.ts";
import type { ComparisonRuleRecord, ContentRuleRecord } from "../../../models/rule.ts";
import { DECLARED, type Scenario } from "../../../models/scenario.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import { knownSecrets } from "../../lib/knownSecrets.ts";
import type { RuleKind } from "../rules/upsertRule.ts";
import { createScenario } from "../scenarios/createScenario.ts";
import { type Present, requireWritten, type Section, type Use, unchangedSince } from "./section.ts";

type Rule = { selector: string; value: string };
type StoredRule = Rule & { id: string };
type Rules = Record<RuleKind, StoredRule[]>;
const LISTS = { comparisonRule: "comparisonRules", contentRule: "contentRules" } as const;
const KINDS = ["comparisonRule", "contentRule"] as const;

export const scenarioSection: Section = {
  kind: "scenario",
  async present(use) {
    const { models } = use.ctx;
    const mine = { projectId: use.project._id };
    const [stored, comparison, content] = await Promise.all([
      models.scenarios.find({ ...mine, ...DECLARED }).lean<Scenario[]>(),
      models.comparisonRules.find(mine).lean<ComparisonRuleRecord[]>(),
      models.contentRules.find(mine).lean<ContentRuleRecord[]>(),
    ]);
    const rules = new Map<string, Rules>();
    const rulesOf = (label: string): Rules => {
      const known = rules.get(label) ?? { comparisonRule: [], contentRule: [] };
      rules.set(label, known);
      return known;
    };
    for (const { _id, scenarioLabel, selector, mode } of comparison)
      rulesOf(scenarioLabel).comparisonRule.push({ id: _id, selector, value: mode });
    for (const { _id, scenarioLabel, selector, normalize } of content)
      rulesOf(scenarioLabel).contentRule.push({ id: _id, selector, value: normalize });
    return stored.map((one) => presentOf(use, one, rulesOf(one.label)));
  },
  // The view keeps an empty list of rules: it says that the scenario is to have none.
  wanted: ({ scenarios }) =>
    scenarios?.map((one) => ({ name: one.label, view: { ...scenarioItem(one).view, ...emptyLists(one) } })) ?? null,
  target(present, wanted, prune) {
    const before = (present?.view ?? {}) as Partial<FileScenario>;
    const view = wanted.view as FileScenario;
    const comparisonRules = joined(before.comparisonRules, view.comparisonRules, prune);
    const contentRules = joined(before.contentRules, view.contentRules, prune);
    return scenarioItem({ ...view, comparisonRules, contentRules }).view;
  },
  async create(use, target) {
    const { comparisonRules, contentRules, ...fields } = target as FileScenario;
    await createScenario(use.ctx, use.caller, { project: use.project._id, ...fields });
    await putRules(use, fields.label, { comparisonRule: [], contentRule: [] }, target as FileScenario);
  },
};

const emptyLists = (one: FileScenario): object =>
  Object.fromEntries(Object.values(LISTS).flatMap((list) => (one[list]?.length === 0 ? [[list, []]] : [])));

/** What the file does not say of rules stays; with `prune`, only where it says nothing at all. */
function joined<R extends { selector: string }>(before: R[] = [], wanted: R[] | undefined, prune: boolean): R[] {
  if (wanted === undefined) return before;
  const said = new Set(wanted.map(({ selector }) => selector));
  return prune ? wanted : [...wanted, ...before.filter(({ selector }) => !said.has(selector))];
}

function presentOf(use: Use, stored: Scenario, rules: Rules): Present {
  const { _id, projectId, createdAt, rev, ...fields } = stored;
  const what = `The scenario "${stored.label}"`;
  const lists = {
    comparisonRules: rules.comparisonRule.map(({ selector, value }) => ({ selector, mode: value })),
    contentRules: rules.contentRule.map(({ selector, value }) => ({ selector, normalize: value })),
  };
  const details = { project: use.project.slug, label: stored.label };
  return {
    ...scenarioItem({ ...fields, ...lists } as FileScenario),
    async change(target) {
      const { comparisonRules, contentRules, ...view } = target as FileScenario;
      const set: ScenarioFields = { ...structuredClone(SCENARIO_DEFAULTS), ...view };
      const passwords = passwordsIn(set, await knownSecrets(use.ctx, projectId), stored);
      if (passwords.length > 0) throw refused(`${what} cannot be stored`, passwords);
      const write = { $set: set, $inc: { rev: 1 } };
      const { matchedCount } = await use.ctx.models.scenarios.updateOne(unchangedSince(stored), write);
      requireWritten(matchedCount, what);
      await putRules(use, stored.label, rules, target as FileScenario);
      await recordAudit(use.ctx, use.caller, "scenario.change", _id, details);
    },
    async remove() {
      const { models } = use.ctx;
      const { deletedCount } = await models.scenarios.deleteOne(unchangedSince(stored));
      requireWritten(deletedCount, what);
      const place = { projectId, scenarioLabel: stored.label };
      await Promise.all([models.comparisonRules.deleteMany(place), models.contentRules.deleteMany(place)]);
      await recordAudit(use.ctx, use.caller, "scenario.delete", _id, details);
    },
  };
}

type RuleModel = {
  create(rule: object): PromiseLike<unknown>;
  updateOne(one: object, change: object): PromiseLike<{ matchedCount: number }>;
  deleteOne(one: object): PromiseLike<{ deletedCount: number }>;
};

/** Each rule is written only over the value that was read. */
async function putRules(use: Use, scenarioLabel: string, before: Rules, target: FileScenario): Promise<void> {
  const { models, ulid, now } = use.ctx;
  const wanted: Record<RuleKind, Rule[]> = {
    comparisonRule: (target.comparisonRules ?? []).map(({ selector, mode }) => ({ selector, value: mode })),
    contentRule: (target.contentRules ?? []).map(({ selector, normalize }) => ({ selector, value: normalize })),
  };
  for (const kind of KINDS) {
    const field = kind === "comparisonRule" ? "mode" : "normalize";
    const model = (kind === "comparisonRule" ? models.comparisonRules : models.contentRules) as unknown as RuleModel;
    const known = new Map(before[kind].map((rule) => [rule.selector, rule]));
    const what = (selector: string) => `The rule of "${selector}" in the scenario "${scenarioLabel}"`;
    for (const { selector, value } of wanted[kind]) {
      const rule = known.get(selector);
      known.delete(selector);
      if (rule?.value === value) continue;
      if (rule) {
        const { matchedCount } = await model.updateOne(
          { _id: rule.id, [field]: rule.value },
          { $set: { [field]: value } },
        );
        requireWritten(matchedCount, what(selector));
        continue;
      }
      const place = { projectId: use.project._id, scenarioLabel, selector };
      try {
        await model.create({ _id: makeId(kind, ulid()), ...place, [field]: value, createdAt: now() });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        requireWritten(0, what(selector));
      }
    }
    for (const { id, selector, value } of known.values()) {
      const { deletedCount } = await model.deleteOne({ _id: id, [field]: value });
      requireWritten(deletedCount, what(selector));
    }
  }
}
