// What is decided together: the viewports and browsers of one change, and the lines of the list that follow from it. All pure.
import { type Group, type Grouped, isJudged, mayBe, type Row } from "./model.ts";

/** What is one decision: the results of one scenario in one run that show the same change, in several viewports or browsers. */
export type Bundle = { key: string; shots: Row[] };

/** Of kinds whose results show the same: others are judged one by one. */
const JUDGED_TOGETHER: readonly Group["kind"][] = ["change", "tiny"];

/** The decisions of a group, in its order. */
export function bundlesOf({ group, shots }: Grouped[number]): Bundle[] {
  // Of an inbox another run is another branch or environment, with baselines of its own.
  const keyOf = ({ shotId, scenarioLabel, selector, runId = "" }: Row): string =>
    JUDGED_TOGETHER.includes(group.kind) ? JSON.stringify([group.id, scenarioLabel, selector, runId]) : shotId;
  return [...Map.groupBy(shots, keyOf)].map(([key, own]) => ({ key, shots: own }));
}

/** The decision that a result belongs to. */
export function bundleOf(grouped: Grouped, shotId: string | undefined): Bundle | undefined {
  const own = grouped.find(({ shots }) => shots.some((shot) => shot.shotId === shotId));
  return own && bundlesOf(own).find(({ shots }) => shots.some((shot) => shot.shotId === shotId));
}

/** The results that a decision about `shotId` is about: what is judged already stays as it is, but for the one that is looked at. */
export function decidedWith(bundle: Bundle | undefined, shotId: string, opened: ReadonlySet<string>): string[] {
  if (!bundle || opened.has(bundle.key)) return [shotId];
  return bundle.shots.filter((shot) => shot.shotId === shotId || !isJudged(shot)).map((shot) => shot.shotId);
}

/** The results that the approval of a whole group is about: what is judged already stays as it is, as with `decidedWith`. */
export function approvedWith(shots: readonly Row[], shotId: string | undefined): string[] {
  const isMeant = (shot: Row) => (shot.shotId === shotId ? mayBe.approve(shot) : !isJudged(shot));
  return shots.filter(isMeant).map((shot) => shot.shotId);
}

/** The result of the same element in the next viewport or browser, alike in everything else where there is one; undefined: no other. */
export function inOther(rows: readonly Row[], current: Row | undefined, what: "viewport" | "browser"): Row | undefined {
  if (!current) return undefined;
  const own = rows.filter(
    ({ scenarioLabel, selector }) => scenarioLabel === current.scenarioLabel && selector === current.selector,
  );
  const values = [...new Set(own.map((row) => row[what]))];
  const next = values[(values.indexOf(current[what]) + 1) % values.length];
  if (next === undefined || next === current[what]) return undefined;
  const rest = (["viewport", "browser", "mode"] as const).filter((name) => name !== what);
  const likeness = (row: Row) => rest.filter((name) => row[name] === current[name]).length;
  return own.filter((row) => row[what] === next).sort((a, b) => likeness(b) - likeness(a))[0];
}

/** “Cart” on desktop, “Cart” on 3 viewports, 12 results. */
export function decidedWords(rows: readonly Pick<Row, "scenarioLabel" | "viewport">[]): string {
  const [first] = rows;
  if (!first) return "a result";
  if (rows.length === 1) return `“${first.scenarioLabel}” on ${first.viewport}`;
  if (rows.some(({ scenarioLabel }) => scenarioLabel !== first.scenarioLabel)) return `${rows.length} results`;
  const viewports = new Set(rows.map(({ viewport }) => viewport)).size;
  return viewports === rows.length
    ? `“${first.scenarioLabel}” on ${viewports} viewports`
    : `${rows.length} results of “${first.scenarioLabel}”`;
}

/** A line of the list. A group of several decisions shows them while one looks at one of them. */
export type Line =
  | { kind: "heading"; key: string; of: Group["kind"]; count: number }
  | { kind: "group"; key: string; group: Group; shots: Row[]; open: boolean }
  /** `open`: its results are lines below, each decided alone. */
  | { kind: "bundle"; key: string; group: Group; bundle: Bundle; alone: boolean; open: boolean }
  | { kind: "shot"; key: string; shot: Row };

/** `opened`: keys of the decisions that are made result by result. */
export function linesOf(grouped: Grouped, current: string | undefined, opened: ReadonlySet<string>): Line[] {
  const lines: Line[] = [];
  let heading: Group["kind"] | null = null;
  for (const one of grouped) {
    const { group, shots } = one;
    if (group.kind !== heading) {
      heading = group.kind;
      const count = grouped.reduce((sum, { group, shots }) => sum + (group.kind === heading ? shots.length : 0), 0);
      lines.push({ kind: "heading", key: `heading ${heading}`, of: heading, count });
    }
    const bundles = bundlesOf(one);
    const alone = bundles.length === 1;
    const isHere = shots.some(({ shotId }) => shotId === current);
    if (!alone) lines.push({ kind: "group", key: `group ${group.id}`, group, shots, open: isHere });
    if (!alone && !isHere) continue;
    for (const bundle of bundles) {
      const open = bundle.shots.length > 1 && opened.has(bundle.key);
      lines.push({ kind: "bundle", key: bundle.key, group, bundle, alone, open });
      if (open) for (const shot of bundle.shots) lines.push({ kind: "shot", key: shot.shotId, shot });
    }
  }
  return lines;
}
