// Compares a project with a file: the steps that turn one into the other, and the resulting project.
import { differencesOf } from "../../../domain/projectFile/differences.ts";
import { placeOf, SECTION_OF } from "../../../domain/projectFile/places.ts";
import type { Change, Item, Kind, ProjectFile } from "../../../domain/projectFile/types.ts";
import { isTurnDue, nextTurn } from "../../../platform/inTurns.ts";
import { knownSecretsAfter } from "./knownSecretsAfter.ts";
import type { PresentState } from "./present.ts";
import { namesScenario, usersOf } from "./scenarios.ts";
import type { Outcome, Present, Section, Use, Views, Wanted } from "./section.ts";
import { SECTIONS } from "./sections.ts";
import { wideRuleSection } from "./wideRules.ts";

export type Part = { kind: Kind; name: string };
/** `place`: path of the part in the file. `part`: what is written; null for a deletion. `own`: whether a branch may do it. */
export type Step = {
  change: Change;
  section: Section;
  place: string;
  part: Wanted | null;
  own: boolean;
  run(): Promise<void>;
};
export type Comparison = {
  steps: Step[];
  /** Parts of the file's sections that the file does not name and that stay. */
  kept: Part[];
  /** Changes in a branch's file that are only applied on the main branch. */
  waiting: Change[];
  outcome: Outcome;
};

export async function compareFile(
  use: Use,
  file: ProjectFile,
  parts: PresentState["parts"],
  prune: boolean,
): Promise<Comparison> {
  const all = new Map<Kind, Map<string, Item["view"]>>();
  const steps: Step[] = [];
  const kept: Part[] = [];
  for (const section of SECTIONS) {
    const present = parts.get(section.kind) ?? [];
    all.set(section.kind, new Map(present.map(({ name, view }) => [name, view])));
    await compareSection(section, { use, file, present, prune }, steps, kept);
  }
  if (use.branch === null) addDroppedRules(parts, use.elsewhere, steps, kept);
  const own = use.branch === null ? steps : stepsOfBranch(steps, all);
  const waiting = steps.filter((step) => !own.includes(step));
  const end = new Map([...all].map(([kind, views]) => [kind, new Map(views)]));
  for (const { change, part } of own) {
    const { kind, name } = change;
    if (part) for (const views of [all, end]) views.get(kind)?.set(name, part.target);
    else end.get(kind)?.delete(name);
  }
  const secrets = knownSecretsAfter(use, file);
  return { steps: own, kept, waiting: waiting.map(({ change }) => change), outcome: { all, end, secrets } };
}

/**
 * Adds deletions of tag rules whose tag no scenario will have any more, whether or not the file has rules. Scenarios of other branches
 * (`elsewhere`) keep their rules.
 */
function addDroppedRules(parts: PresentState["parts"], elsewhere: Use["elsewhere"], steps: Step[], kept: Part[]): void {
  const scenarios = new Map((parts.get("scenario") ?? []).map(({ name, view }) => [name, view]));
  const before = tagsOf(scenarios.values());
  for (const { change, part } of steps) {
    if (change.kind !== "scenario") continue;
    if (part) scenarios.set(change.name, part.target);
    else scenarios.delete(change.name);
  }
  const after = tagsOf([...scenarios.values(), ...[...(elsewhere?.values() ?? [])].map(({ view }) => view)]);
  const listed = new Set(steps.filter(({ change }) => change.kind === "rule").map(({ change }) => change.name));
  for (const one of parts.get("rule") ?? []) {
    const { tag } = one.view;
    if (typeof tag !== "string" || !before.has(tag) || after.has(tag) || listed.has(one.name)) continue;
    const change: Change = { action: "delete", kind: "rule", name: one.name, fields: [], more: 0 };
    steps.push({ change, section: wideRuleSection, place: SECTION_OF.rule, part: null, own: false, run: one.remove });
    const at = kept.findIndex(({ kind, name }) => kind === "rule" && name === one.name);
    if (at >= 0) kept.splice(at, 1);
  }
}

const tagsOf = (views: Iterable<Item["view"]>): Set<unknown> =>
  new Set([...views].flatMap(({ tags }) => (Array.isArray(tags) ? tags : [])));

/**
 * Returns whether a branch may make the change. It may only add scenarios and change those it added, because anything else would affect
 * runs of the main branch.
 */
function isOwn(kind: Kind, present: Present | undefined, branch: string | null): boolean {
  if (kind !== "scenario") return false;
  const { onlyBranches = null } = present ?? {};
  return present === undefined || (onlyBranches?.length === 1 && onlyBranches[0] === branch);
}

/**
 * Returns what a branch may do now. A scenario that uses a new mode waits together with the mode, and a deletion waits together with the
 * changes that make it possible. `before`: the project before all changes.
 */
function stepsOfBranch(steps: readonly Step[], before: Views): Step[] {
  const isNewMode = ({ change: { kind, action } }: Step) => kind === "mode" && action === "create";
  const newModes = new Set(steps.filter(isNewMode).map(({ change }) => change.name));
  const usesNewMode = ({ part }: Step) => ((part?.target.modes ?? []) as string[]).some((mode) => newModes.has(mode));
  return steps.filter((step) => step.own && !usesNewMode(step) && !isFreedBy(steps, before, step));
}

/** Returns whether a deletion of a scenario becomes possible only by other changes of the file. */
function isFreedBy(steps: readonly Step[], before: Views, { change: { kind, name: label }, part }: Step): boolean {
  const users = kind === "scenario" && !part ? usersOf(before, label) : [];
  const isFreed = (user: (typeof users)[number]) =>
    steps.some(
      ({ change, part }) =>
        change.kind === user.kind && change.name === user.name && !namesScenario(part?.target, label),
    );
  return users.length > 0 && users.every(isFreed);
}

type Compared = { use: Use; file: ProjectFile; present: readonly Present[]; prune: boolean };

async function compareSection(section: Section, compared: Compared, steps: Step[], kept: Part[]): Promise<void> {
  const { use, file, prune } = compared;
  const wanted = section.wanted(file, use);
  if (wanted === null) return;
  const { kind } = section;
  const present = new Map(compared.present.map((one) => [one.name, one]));
  for (const [at, one] of wanted.entries()) {
    const { name } = one;
    const there = present.get(name);
    present.delete(name);
    const target = section.target?.(there, one, prune) ?? one.view;
    const place = placeOf(kind, name, at);
    const part = { name, target, wanted: one.view, present: there };
    const step = { section, place, part, own: isOwn(kind, there, use.branch) };
    if (!there) {
      const change: Change = { action: "create", kind, name, fields: [], more: 0 };
      steps.push({ ...step, change, run: () => section.create(use, target, name) });
      continue;
    }
    const { fields, more } = differencesOf(there.view, target);
    fields.push(...(there.hidden?.(one.view) ?? []));
    if (fields.length > 0) {
      const change: Change = { action: "change", kind, name, fields, more };
      steps.push({ ...step, change, run: () => there.change(target, one.view) });
    }
    if (isTurnDue()) await nextTurn();
  }
  for (const one of present.values()) {
    const { name, usual, remove } = one;
    if (usual) continue;
    const change: Change = { action: "delete", kind, name, fields: [], more: 0 };
    const own = isOwn(kind, one, use.branch);
    if (prune) steps.push({ change, section, place: SECTION_OF[kind], part: null, own, run: remove });
    else kept.push({ kind, name });
  }
}
