// What is wrong in a visual run, each change once over pages, viewports and browsers, then what was not measured.
import {
  type ChangeGroup,
  createChangeGroups,
  groupSentence,
  showsChanges,
} from "../../../domain/visual/reading/groups.ts";
import { eachInTurns } from "../../../models/readInTurns.ts";
import type { Run } from "../../../models/run.ts";
import type { Shot } from "../../../models/shot.ts";
import type { OperationContext } from "../../lib/context.ts";

/** `where`: "Home, Cart and 3 more · phone, desktop". `shotId`: of the first screenshot that shows it. */
export type VisualProblem = { title: string; where: string; screenshots: number; shotId: string };

/** Failed screenshots of one run that are read. */
const MAX_SHOTS = 5_000;
/** Labels that a place names. */
const MAX_NAMED = 3;
const FIELDS = {
  ...({ index: 1, scenarioLabel: 1, viewport: 1, browser: 1, url: 1, status: 1 } as const),
  ...({ reasons: 1, fingerprint: 1, causes: 1, changes: 1 } as const),
};
type Row = Omit<Pick<Shot, "_id" | keyof typeof FIELDS>, "changes">;

export async function visualProblems({ models }: OperationContext, run: Run): Promise<VisualProblem[]> {
  const wanted = { runId: run._id, status: { $in: ["failed" as const, "error" as const] } };
  const reading = { fields: FIELDS, sort: { index: 1 as const }, limit: MAX_SHOTS };
  const grouping = createChangeGroups<Row>();
  const unjudged = new Map<string, Row[]>();
  await eachInTurns<Shot>(models.shots, wanted, reading, ({ changes, ...shot }) => {
    if (showsChanges(shot)) return grouping.add(shot, changes);
    const message = shot.reasons[0]?.message ?? "It has no result.";
    const known = unjudged.get(message);
    if (known) known.push(shot);
    else unjudged.set(message, [shot]);
  });
  const found = [
    ...grouping.groups().map((group) => ({
      title: titleOf(group),
      shots: group.shots,
    })),
    ...[...unjudged].map(([title, shots]) => ({ title, shots })),
  ];
  return found.map(({ title, shots }) => ({
    title,
    where: placeOf(shots),
    screenshots: shots.length,
    shotId: shots[0]?._id ?? "",
  }));
}

/** Of results of earlier versions, which kept no changes: what the first one says. */
const titleOf = (group: ChangeGroup<Row>): string =>
  groupSentence({ ...group, pages: 1, shots: group.shots.slice(0, 1) }) ??
  group.shots[0]?.reasons[0]?.message ??
  "Screenshot differs";

function placeOf(shots: readonly Pick<Row, "scenarioLabel" | "viewport" | "browser">[]): string {
  const labels = [...new Set(shots.map(({ scenarioLabel }) => scenarioLabel))];
  const browsers = [...new Set(shots.map(({ browser }) => browser))];
  const viewports = [...new Set(shots.map(({ viewport }) => viewport))];
  const named =
    labels.length <= MAX_NAMED + 1
      ? labels.join(", ")
      : `${labels.slice(0, MAX_NAMED).join(", ")} and ${labels.length - MAX_NAMED} more`;
  const seen = browsers.length === 1 && browsers[0] === "chromium" ? viewports : [...viewports, ...browsers];
  return `${named} · ${seen.join(", ")}`;
}
