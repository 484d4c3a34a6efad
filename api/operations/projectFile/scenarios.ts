// Scenarios in the project file, each with the rules of its regions.
import { passwordsIn } from "../../../domain/functional/secrets/shotSteps.ts";
import { makeId } from "../../../domain/ids.ts";
import { refused } from "../../../domain/import/problems.ts";
import { SCENARIO_DEFAULTS } from "../../../domain/import/scenarioShape.ts";
import type { ScenarioFields } from "../../../domain/import/types.ts";
import { scenarioItem } from "../../../domain/projectFile/canonical.ts";
import { differencesOf } from "../../../domain/projectFile/differences.ts";
import { isVisitedFrom } from "../../../domain/projectFile/ofBranch.ts";
import type { FileScenario, Item } from "../../../domain/projectFile/types.ts";
import type { KeptWideRule } from "../../../domain/visual/wideRules/wideRule.ts";
import { isWritten } from "../../../models/index.ts";
import { changeRule, deleteRuleWith, insertRule, type RuleKind, type RuleValue } from "../../../models/rules/ofKind.ts";
import { comparisonRulesOfProject, contentRulesOfProject } from "../../../models/rules/queries.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import { changeScenario, changeUnchangedScenario, deleteUnchangedScenario } from "../../../models/scenarios/writes.ts";
import { dropRulesOfUnusedTags } from "../../../models/wideRules/clean.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import { knownSecrets } from "../../lib/knownSecrets.ts";
import { modeProblems } from "../../lib/modeProblems.ts";
import { auditDropped } from "../rules/auditDropped.ts";
import { createScenario } from "../scenarios/createScenario.ts";
import { stillNamed, USER_KINDS } from "../scenarios/usersOfScenario.ts";
import { modesAtEnd } from "./modes.ts";
import { type Present, requireWritten, type Section, type Use, type Views, viewsOf } from "./section.ts";

type Rule = { selector: string; value: RuleValue };
type StoredRule = Rule & { id: string };
type Rules = Record<RuleKind, StoredRule[]>;
const LISTS = { comparisonRule: "comparisonRules", contentRule: "contentRules" } as const;
const KINDS = ["comparisonRule", "contentRule"] as const;

export const scenarioSection: Section = {
  kind: "scenario",
  async present(use) {
    const { models } = use.ctx;
    const projectId = use.project._id;
    const [all, comparison, content] = await Promise.all([
      scenariosOf(models, projectId),
      comparisonRulesOfProject(models, projectId),
      contentRulesOfProject(models, projectId),
    ]);
    const stored = all.filter(({ source }) => source !== "upload");
    use.uploaded = new Set(all.flatMap(({ source, label }) => (source === "upload" ? [label] : [])));
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
    const present = (one: Scenario) => presentOf(use, one, rulesOf(one.label));
    const [seen, elsewhere] = [true, false].map((wanted) =>
      stored.filter((one) => isVisitedFrom(one, use.branch) === wanted).map(present),
    ) as [Present[], Present[]];
    use.elsewhere = new Map(elsewhere.map((one) => [one.name, one]));
    return seen;
  },
  // Empty rule lists are kept, because they mean that the scenario should have no rules.
  wanted: ({ scenarios }) =>
    scenarios?.map((one) => ({ name: one.label, view: { ...scenarioItem(one).view, ...emptyLists(one) } })) ?? null,
  target(present, wanted, prune) {
    const before = (present?.view ?? {}) as Partial<FileScenario>;
    const view = wanted.view as FileScenario;
    const comparisonRules = joined(before.comparisonRules, view.comparisonRules, prune);
    const contentRules = joined(before.contentRules, view.contentRules, prune);
    return scenarioItem({ ...view, comparisonRules, contentRules }).view;
  },
  async create(use, target, name) {
    // The scenario exists on another branch: the main branch takes it over as in the file; a further branch joins it.
    const elsewhere = use.elsewhere?.get(name);
    if (elsewhere) return elsewhere.change(target, target);
    const { comparisonRules, contentRules, ...fields } = target as FileScenario;
    const made = await createScenario(use.ctx, use.caller, { project: use.project._id, ...fields });
    if (use.branch !== null) await changeScenario(use.ctx.models, made.id, { onlyBranches: [use.branch] });
    await putRules(use, fields.label, { comparisonRule: [], contentRule: [] }, target as FileScenario);
  },
  async check(use, { name, target, present }, outcome) {
    const elsewhere = use.elsewhere?.get(name);
    if (elsewhere && use.branch !== null && differencesOf(elsewhere.view, target).fields.length > 0)
      return [{ path: "label", message: SHARED }];
    if (!present && !elsewhere && use.uploaded?.has(name)) return [{ path: "label", message: UPLOADED }];
    const passwords = passwordsIn(
      target as FileScenario,
      await outcome.secrets(),
      present?.view as FileScenario | undefined,
    );
    const { modes, viewports = SCENARIO_DEFAULTS.viewports } = target as FileScenario;
    return [...passwords, ...modeProblems({ modes, viewports }, modesAtEnd(outcome))];
  },
  checkRemoval(_use, name, { end }) {
    const [user] = usersOf(end, name);
    return user ? [{ path: "", message: stillNamed(name, user) }] : [];
  },
};

export const namesScenario = (view: Item["view"] | undefined, label: string): boolean =>
  (view?.scenarios as string[] | null | undefined)?.includes(label) ?? false;

/** Returns what names the scenario. */
export const usersOf = (views: Views, label: string) =>
  USER_KINDS.flatMap((kind) =>
    [...viewsOf(views, kind)].flatMap(([name, view]) => (namesScenario(view, label) ? [{ kind, name }] : [])),
  );

const UPLOADED = "is the name of uploaded screenshots: choose another label";
/** A scenario shared by several branches must be the same in all of them. */
const SHARED = "is a scenario of another branch, with other fields: choose another label";

const emptyLists = (one: FileScenario): object =>
  Object.fromEntries(Object.values(LISTS).flatMap((list) => (one[list]?.length === 0 ? [[list, []]] : [])));

/** Rules that the file omits stay; with `prune`, only if the file has no rule list at all. */
function joined<R extends { selector: string }>(before: R[] = [], wanted: R[] | undefined, prune: boolean): R[] {
  if (wanted === undefined) return before;
  const said = new Set(wanted.map(({ selector }) => selector));
  return prune ? wanted : [...wanted, ...before.filter(({ selector }) => !said.has(selector))];
}

function presentOf(use: Use, stored: Scenario, rules: Rules): Present {
  const { _id, projectId, createdAt, rev, onlyBranches, ...fields } = stored;
  const what = `The scenario "${stored.label}"`;
  const lists = {
    comparisonRules: rules.comparisonRule.map(({ selector, value }) => ({ selector, mode: value })),
    contentRules: rules.contentRule.map(({ selector, value }) => ({ selector, normalize: value })),
  };
  const details = { project: use.project.slug, label: stored.label };
  const drop = (rules: readonly KeptWideRule[]) => auditDropped(use.ctx, use.caller, use.project.slug, rules);
  return {
    ...scenarioItem({ ...fields, ...lists } as FileScenario),
    onlyBranches,
    async change(target) {
      const { comparisonRules, contentRules, ...view } = target as FileScenario;
      const branches = branchesAfter(onlyBranches, use.branch);
      const set = {
        ...structuredClone(SCENARIO_DEFAULTS),
        modes: [],
        tags: [],
        ...view,
        onlyBranches: branches,
      } as ScenarioFields & Branches;
      const passwords = passwordsIn(set, await knownSecrets(use.ctx, projectId), stored);
      if (passwords.length > 0) throw refused(`${what} cannot be stored`, passwords);
      requireWritten(await changeUnchangedScenario(use.ctx.models, stored, set), what);
      await putRules(use, stored.label, rules, target as FileScenario);
      await drop(await dropRulesOfUnusedTags(use.ctx.models, projectId, stored.tags));
      await recordAudit(use.ctx, use.caller, "scenario.change", _id, details);
    },
    async remove() {
      const dropped = await deleteUnchangedScenario(use.ctx.models, stored);
      requireWritten(dropped !== null, what);
      await drop(dropped ?? []);
      await recordAudit(use.ctx, use.caller, "scenario.delete", _id, details);
    },
  };
}

type Branches = Pick<Scenario, "onlyBranches">;

/**
 * Returns the branches of a scenario after applying the file: the main branch makes it general (null); another branch is added to those
 * that have it. Also null if the scenario is not limited to branches.
 */
const branchesAfter = (before: Branches["onlyBranches"], branch: string | null): string[] | null =>
  branch === null || !before?.length ? null : [...new Set([...before, branch])];

/** Writes each rule only if the value that was read is still current. */
async function putRules(use: Use, scenarioLabel: string, before: Rules, target: FileScenario): Promise<void> {
  const { models, ulid, now } = use.ctx;
  const wanted: Record<RuleKind, Rule[]> = {
    comparisonRule: (target.comparisonRules ?? []).map(({ selector, mode }) => ({ selector, value: mode })),
    contentRule: (target.contentRules ?? []).map(({ selector, normalize }) => ({ selector, value: normalize })),
  };
  for (const kind of KINDS) {
    const known = new Map(before[kind].map((rule) => [rule.selector, rule]));
    const what = (selector: string) => `The rule of "${selector}" in the scenario "${scenarioLabel}"`;
    for (const { selector, value } of wanted[kind]) {
      const rule = known.get(selector);
      known.delete(selector);
      if (rule?.value === value) continue;
      if (rule) {
        requireWritten(await changeRule(models, kind, { _id: rule.id, value, from: rule.value }), what(selector));
        continue;
      }
      const place = { projectId: use.project._id, scenarioLabel, selector };
      const insert = insertRule(models, kind, { _id: makeId(kind, ulid()), ...place, value, createdAt: now() });
      requireWritten(await isWritten(insert), what(selector));
    }
    for (const { id, selector, value } of known.values()) {
      requireWritten(await deleteRuleWith(models, kind, { _id: id, value }), what(selector));
    }
  }
}
