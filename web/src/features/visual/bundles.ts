// Bundles results that are decided together (viewports and browsers of one change) and builds the lines of the list. Pure functions.
import { type Group, type Grouped, isJudged, mayBe, type Row } from "./model.ts";

/** The results of one decision: those of one scenario in one run that show the same change, in several viewports or browsers. */
export type Bundle = { key: string; shots: Row[] };

/** Kinds of groups whose results show the same change. Results of other kinds are decided one by one. */
const JUDGED_TOGETHER: readonly Group["kind"][] = ["change", "tiny"];

/** Returns the bundles of a group, in its order. */
export function bundlesOf({ group, shots }: Grouped[number]): Bundle[] {
  // In an inbox, another run means another branch or environment with its own baselines.
  const keyOf = ({ shotId, scenarioLabel, selector, runId = "" }: Row): string =>
    JUDGED_TOGETHER.includes(group.kind) ? JSON.stringify([group.id, scenarioLabel, selector, runId]) : shotId;
  return [...Map.groupBy(shots, keyOf)].map(([key, own]) => ({ key, shots: own }));
}

/** Returns the bundle that contains a result. */
export function bundleOf(grouped: Grouped, shotId: string | undefined): Bundle | undefined {
  const own = grouped.find(({ shots }) => shots.some((shot) => shot.shotId === shotId));
  return own && bundlesOf(own).find(({ shots }) => shots.some((shot) => shot.shotId === shotId));
}

/** Returns the results affected by a decision about `shotId`. Results already decided are left alone, except the current one. */
export function decidedWith(bundle: Bundle | undefined, shotId: string, opened: ReadonlySet<string>): string[] {
  if (!bundle || opened.has(bundle.key)) return [shotId];
  return bundle.shots.filter((shot) => shot.shotId === shotId || !isJudged(shot)).map((shot) => shot.shotId);
}

/** Returns the results affected by approving a whole group. Results already decided are left alone, except the current one. */
export function approvedWith(shots: readonly Row[], shotId: string | undefined): string[] {
  const isMeant = (shot: Row) => (shot.shotId === shotId ? mayBe.approve(shot) : !isJudged(shot));
  return shots.filter(isMeant).map((shot) => shot.shotId);
}

/** Returns the result of the same element in the next viewport or browser, as similar as possible otherwise; undefined if there is none. */
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

/** Returns words such as “Cart” on desktop, “Cart” on 3 viewports, 12 results. */
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

/** A line of the list. A group with several bundles shows them while one of its results is selected. */
export type Line =
  | { kind: "heading"; key: string; of: Group["kind"]; count: number }
  | { kind: "group"; key: string; group: Group; shots: Row[]; open: boolean }
  /** `open`: its results follow as separate lines, each decided on its own. */
  | { kind: "bundle"; key: string; group: Group; bundle: Bundle; alone: boolean; open: boolean }
  | { kind: "shot"; key: string; shot: Row };

/** `opened`: keys of the bundles that are decided result by result. */
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
