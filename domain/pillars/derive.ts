// Derives tables from a list of declared pillars.
import type { PlanName } from "../planNames.ts";
import { PLANS } from "../planNames.ts";
import type { PillarReport } from "../report/extraTypes.ts";
import type { AuditDeclaration, FeatureDeclaration, PillarDeclaration, RunDeclaration } from "./declaration.ts";
import { COMMON_SETTINGS, type Settings } from "./settings.ts";

type List = readonly PillarDeclaration[];

/** How the workflow audits a pillar: which queue gathers the pages, and which parts follow them. */
export type Stages = Pick<AuditDeclaration, "queue" | "window" | "site" | "lighthouseSeo">;

export type NameOf<L extends List> = L[number]["name"];
export type AuditedOf<L extends List> = Extract<L[number], { audit: AuditDeclaration }>;
export type RunOf<L extends List> = L[number]["runs"][number];
/** Names that start a run. */
type TriggersOf<R extends RunDeclaration> = R["trigger"] | R["aliases"][number];
export type TriggerOf<L extends List> = TriggersOf<RunOf<L>>;
export type CiTriggerOf<L extends List> = TriggersOf<Extract<RunOf<L>, { ci: true }>>;
export type FeatureOf<L extends List> = L[number]["features"][number]["name"];

const record = <K extends string, V>(entries: readonly (readonly [K, V])[]) =>
  Object.fromEntries(entries) as Record<K, V>;

/** Maps each pillar's name to a value. */
export function byPillar<L extends List, V>(list: L, value: (pillar: L[number]) => V): Record<NameOf<L>, V> {
  return record(list.map((pillar: L[number]): [NameOf<L>, V] => [pillar.name, value(pillar)]));
}

/** Returns the run whose result gates a merge, or null if no run of the pillar does. */
export const gatingRunOf = <R extends Pick<RunDeclaration, "gates">>({ runs }: { runs: readonly R[] }): R | null =>
  runs.find(({ gates }) => gates) ?? null;

export const namesOf = <L extends List>(list: L): readonly NameOf<L>[] => list.map(({ name }) => name);

/** Returns the pillars that audit pages, sorted by `place`. */
export function auditsOf<L extends List>(list: L): readonly AuditedOf<L>[] {
  const audits = list.filter((pillar): pillar is AuditedOf<L> => pillar.audit !== null);
  return audits.sort((a, b) => a.place - b.place);
}

type AuditNameOf<L extends List> = AuditedOf<L>["name"];

/** Maps the name of each pillar that audits pages to a value. */
export function byAudit<L extends List, V>(list: L, value: (pillar: AuditedOf<L>) => V): Record<AuditNameOf<L>, V> {
  return record(auditsOf(list).map((pillar): [AuditNameOf<L>, V] => [pillar.name, value(pillar)]));
}

/** Returns the stages of each audit. */
export function stagesOf<L extends List>(list: L): Record<AuditNameOf<L>, Stages> {
  return byAudit(list, ({ audit: { queue, window, site, lighthouseSeo } }) => ({ queue, window, site, lighthouseSeo }));
}

/** Returns the report parts that only one audit has, by pillar. */
export function reportsOf<L extends List>(list: L): Record<AuditNameOf<L>, PillarReport> {
  return byAudit(list, ({ audit }) => audit.report);
}

/** Returns the settings of each audit, including the common ones. */
export function settingsOf<L extends List>(list: L): Record<AuditNameOf<L>, Settings> {
  return byAudit(list, ({ audit }) => ({ ...COMMON_SETTINGS, ...audit.settings }));
}

type DemoAudit<L extends List> = { pillar: AuditNameOf<L>; trigger: AuditedOf<L>["runs"][number]["trigger"] };

/** Returns the audits of the demo: `together` run as one full audit, `alone` run with nothing else in progress because they measure time. */
export function demoAuditsOf<L extends List>(list: L): { together: DemoAudit<L>[]; alone: DemoAudit<L>[] } {
  const audits = list.filter((pillar): pillar is AuditedOf<L> => pillar.audit !== null);
  const of = (queue: AuditDeclaration["queue"]) =>
    audits
      .filter(({ audit }) => audit.queue === queue)
      .flatMap(({ name, runs: [first] }): DemoAudit<L>[] => (first ? [{ pillar: name, trigger: first.trigger }] : []));
  return { together: of("browser"), alone: of("lab") };
}

/** Returns every run type, sorted by the `place` of its pillar. */
export function runsOf<L extends List>(list: L): readonly RunOf<L>[] {
  return list.toSorted((a, b) => a.place - b.place).flatMap(({ runs }): readonly RunOf<L>[] => runs);
}

/** Maps each run type to a value. */
export function byRunType<L extends List, V>(list: L, value: (run: RunOf<L>) => V): Record<RunOf<L>["type"], V> {
  return record(runsOf(list).map((run): [RunOf<L>["type"], V] => [run.type, value(run)]));
}

/** Maps each trigger to its run type. */
export function typesByTrigger<L extends List>(list: L): Record<TriggerOf<L>, RunOf<L>["type"]> {
  return record(runsOf(list).flatMap((run) => triggersOf(run).map((name) => [name, run.type] as const)));
}

/** Returns the triggers that CI accepts. */
export function ciTriggersOf<L extends List>(list: L): readonly CiTriggerOf<L>[] {
  return runsOf(list).flatMap((run): readonly CiTriggerOf<L>[] => (run.ci ? triggersOf(run) : []));
}

type CiAuditRunOf<L extends List> = Extract<AuditedOf<L>["runs"][number], { ci: true }>;

/** Returns the audits that CI accepts, each by its main trigger. */
export function ciAuditsOf<L extends List>(list: L): readonly CiAuditRunOf<L>["trigger"][] {
  const runs = auditsOf(list).flatMap((pillar): readonly RunDeclaration[] => pillar.runs);
  return runs.filter((run): run is CiAuditRunOf<L> => run.ci).map(({ trigger }) => trigger);
}

const triggersOf = <R extends RunDeclaration>({ trigger, aliases }: R): readonly TriggersOf<R>[] => [
  trigger,
  ...aliases,
];

/** A path that starts a run from the dashboard. */
export type StartPath<L extends List> = { path: string; trigger: RunOf<L>["trigger"]; starts: string };

/** Returns the paths below /api/tests that start a run. */
export function startPathsOf<L extends List>(list: L): readonly StartPath<L>[] {
  return list.flatMap(({ runs }) =>
    runs.flatMap(({ path, trigger, aliases, inSentence }): StartPath<L>[] => [
      { path, trigger, starts: inSentence },
      ...aliases.map((alias) => ({ path: alias, trigger, starts: `${inSentence} (the older path)` })),
    ]),
  );
}

/** Whether a plan includes what requires at least the plan `least`. */
const holds = (plan: PlanName, least: PlanName) => PLANS.indexOf(plan) >= PLANS.indexOf(least);

/** Returns the names of the pillars that a plan includes. */
export function pillarsOfPlan<L extends List>(list: L, plan: PlanName): readonly NameOf<L>[] {
  return namesOf(list.filter((pillar) => holds(plan, pillar.plan)));
}

/** Returns the names of the features that a plan includes, without duplicates. */
export function featuresOfPlan<L extends List>(list: L, plan: PlanName): readonly FeatureOf<L>[] {
  const features = list.flatMap(({ features }): readonly FeatureDeclaration[] => features);
  return [...new Set(features.filter((feature) => holds(plan, feature.plan)).map(({ name }) => name))];
}

/** Removes options that need a feature the plan does not include. Returns the remaining options and a warning for each removed feature. */
export function withoutLocked(
  features: readonly FeatureDeclaration[],
  plan: PlanName,
  given: Readonly<Record<string, unknown>>,
): { options: Record<string, unknown>; warnings: string[] } {
  let options = { ...given };
  const warnings: string[] = [];
  for (const feature of features) {
    const without = holds(plan, feature.plan) ? null : feature.without(options);
    if (without === null) continue;
    options = without;
    warnings.push(`The ${plan} plan does not include ${feature.what}; the run goes without.`);
  }
  return { options, warnings };
}
