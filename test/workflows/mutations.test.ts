// Do the recorded histories detect when a workflow decides differently? Each mutation of the sources must fail the replay of one.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import proto from "@temporalio/proto";
import { Worker, type WorkflowBundle } from "@temporalio/worker";
import { expect } from "chai";
import { workflowBundle } from "../../workers/bundle.ts";
import { inFullLane } from "../support/lanes.ts";
import { copySources, type SourceChange, type SourceCopy } from "../support/sourceCopy.ts";

const HISTORIES = new URL("./histories/", import.meta.url);
const { History } = proto.temporal.api.history.v1;

const change = (file: string, from: string, to: string): SourceChange => ({ file: `workflows/${file}.ts`, from, to });

/** What is changed, and how: activities swapped, dropped, renamed, added; timers added and dropped; patches dropped. */
const MUTATIONS: readonly (readonly [what: string, change: SourceChange])[] = [
  [
    "a delivery pauses before its first try",
    change("deliverNotification", "  for (let attempt", '  await sleep("1s");\n  for (let attempt'),
  ],
  ["a delivery does not pause", change("deliverNotification", "    await sleep(pauseMs);\n", "")],
  [
    "a diff is made twice",
    change(
      "renderDiff",
      "  return renderDiffPicture",
      "  await renderDiffPicture(shotId);\n  return renderDiffPicture",
    ),
  ],
  ["a report's activity has another name", change("renderReport", "renderReport: render }", "printReport: render }")],
  [
    "a page is looked at twice",
    change("inspectPage", "  return look(request)", "  await look(request);\n  return look(request)"),
  ],
  ["an erasure does not look a last time later", change("erase", "    await sleep(SETTLING_MS);\n", "")],
  [
    "an erasure begins with its end",
    change(
      "erase",
      "  if (left === null) return;",
      "  await endErasure({ erasureId, error: null });\n  if (left === null) return;",
    ),
  ],
  [
    "an erasure of many parts does not go on in a new execution",
    change("erase", "    if (parts.length < left.length)", "    if (parts.length > left.length)"),
  ],
  [
    "a large erasure takes all parts at once",
    change("erase", "left.length > most && patched", "left.length < 0 && patched"),
  ],
  ["recompare forgets the summary", change("recompareRun", "  await refreshSummary(input);\n", "")],
  [
    "recompare begins with the summary",
    change("recompareRun", "  const ids = await", "  await refreshSummary(input);\n  const ids = await"),
  ],
  ["a heal is not replayed", change("healStep", "      await replayHeal({ jobId });\n", "")],
  [
    "a heal is replayed before it is looked for",
    change(
      "healStep",
      "    if (await findHeal({ jobId })) {",
      "    await replayHeal({ jobId });\n    if (await findHeal({ jobId })) {",
    ),
  ],
  [
    "scenarios are proposed twice",
    change(
      "generateScenarios",
      "    await proposeScenarios(job.next());",
      "    await proposeScenarios(job.next());\n    await proposeScenarios(job.next());",
    ),
  ],
  [
    "an uploaded screenshot's activity has another name",
    change("judgeUpload", "judgeUpload: judge }", "compareUpload: judge }"),
  ],
  [
    "a recording leaves its page open",
    change("recording", "  await closeRecordingPage({ recordingId }).catch(() => undefined);\n", ""),
  ],
  [
    "a turn whose worker is gone is not done elsewhere",
    change("recording", "        if (!neverBegan(error)) throw error;", "        throw error;"),
  ],
  [
    "decisions are told without a quiet second",
    change(
      "tellDecisions",
      "    while (Date.now() < until && (await condition(() => decided !== seen, QUIET_MS))) seen = decided;\n",
      "",
    ),
  ],
  [
    "a run ends without its verdict in the search attributes",
    change("partsRun", "  upsertSearchAttributes({ [SEARCH_ATTRIBUTES.verdict]: [verdict ?? status] });\n", ""),
  ],
  [
    "a run that could measure nothing is shown as completed",
    change("partsRun", 'status === "failed" && patched(FAILED_RUNS_FAIL)', "Math.random() > 2"),
  ],
  [
    "a run that is cancelled does not wait for its parts, whatever the patch",
    change("partsRun", "    if (patched(PARTS_END_FIRST)) {", "    if (Math.random() > 2) {"),
  ],
  [
    "a baseline is never confirmed",
    change("shotRun", " && !input.uploads && patched(CONFIRMED)", " && Math.random() > 2"),
  ],
  [
    "a shot is compared twice",
    change(
      "shotRun",
      "      const judged = await compareShot({ shotId, attempt });",
      "      await compareShot({ shotId, attempt });\n      const judged = await compareShot({ shotId, attempt });",
    ),
  ],
  [
    "the wait for a site loses its patch",
    change(
      "siteWaits",
      "patched(WAITS_FOR_SITE) ? patiently(attempt, isAway) : attempt()",
      "patiently(attempt, isAway)",
    ),
  ],
  ["a schedule's note has another name", change("scheduleDue", "const { noteDue }", "const { noteLate: noteDue }")],
  ["a schedule that is due starts nothing", change("scheduleDue", 'if (!patched("start-due")) return;', "return;")],
  ["a schedule is looked at once", change("scheduleDue", "    if (againMs === null) return;", "    return;")],
  [
    "reconciling waits a second",
    change("reconcile", "  return reconcileRuns();", "  await sleep(1_000);\n  return reconcileRuns();"),
  ],
  [
    "a large run does not go on in a new execution",
    change("partsRun", "  if (end < progress.total) {", "  if (end < progress.total && Math.random() > 2) {"),
  ],
  [
    "a long crawl does not go on in a new execution",
    change("crawlSite", "if (batches === batchesPerExecution) {", "if (batches === batchesPerExecution + 1) {"),
  ],
  [
    "a long exploration does not go on in a new execution",
    change("exploreSite", "if (batches === batchesPerExecution) {", "if (batches === batchesPerExecution + 1) {"),
  ],
  [
    "a recording that nobody touches does not expire",
    change("recording", "  if (!ended) await expireRecording({ recordingId });\n", ""),
  ],
  [
    "a proof that is cancelled leaves its run",
    change("proveIssue", "      await CancellationScope.nonCancellable(() => abandonProofRun({ jobId }));\n", ""),
  ],
  ["a proof does not run its scenario", change("proveIssue", "    if (runs) await runScenario();\n", "")],
  [
    "a proof does not ask the model",
    change("proveIssue", "    if (matched.asks)\n      await askModel", "    if (!matched.asks)\n      await askModel"),
  ],
  [
    "a run of a full audit that is cancelled by itself ends the audit",
    change("fullSuite", ' && patched("child-cancelled-by-itself")', " && Math.random() > 2"),
  ],
  [
    "causes are not merged over chosen pages",
    change("auditRun", "input.site || (planned > 1 && patched(CHOSEN_PAGES_TOO))", "input.site"),
  ],
  [
    "a missing part of an audit is not noted",
    change("auditRun", "      await noteMissingPart({ runId, part, message: sentenceOfFailure(error) });\n", ""),
  ],
  [
    "a shot that the infrastructure gave up is not noted",
    change(
      "shotRun",
      "        await failShot({ shotId, message: sentenceOfFailure(error), code: codeOfFailure(error) });\n",
      "",
    ),
  ],
  [
    "a cleanup that fails does not note its end",
    change(
      "cleanUp",
      "    await CancellationScope.nonCancellable(() => endCleanup({ cleanupId, error: sentenceOfFailure(error) }));\n",
      "",
    ),
  ],
];

/** Imports that a mutation needs and the file lacks; the bundler ignores types. */
const IMPORTS: Readonly<Record<string, SourceChange>> = {
  "workflows/reconcile.ts": change("reconcile", "import { proxyActivities }", "import { proxyActivities, sleep }"),
};

/** Files that several workflows use. */
const SHARED = new Set(["partsRun", "shotRun", "siteWaits"].map((name) => `workflows/${name}.ts`));

/**
 * Mutations that are bundled together, because bundling takes seconds: of different workflows, each of which is judged by its own histories.
 * A mutation of a shared file is bundled alone, and any history may catch it.
 */
const ROUNDS: (typeof MUTATIONS)[number][][] = [];
for (const mutation of MUTATIONS) {
  const [, { file }] = mutation;
  const isFree = (round: typeof MUTATIONS) =>
    !SHARED.has(file) && round.every(([, other]) => !SHARED.has(other.file) && other.file !== file);
  const round = ROUNDS.find(isFree);
  if (round) round.push(mutation);
  else ROUNDS.push([mutation]);
}

describe("mutations of the workflows", function () {
  this.timeout(240_000);
  inFullLane(() => {
    let copy: SourceCopy;
    let folder: string;
    let histories: { name: string; type: string; history: Parameters<typeof Worker.runReplayHistory>[1] }[];
    before(async () => {
      copy = await copySources();
      folder = await mkdtemp(path.join(tmpdir(), "plumbline-bundles-"));
      const names = (await readdir(HISTORIES)).filter((name) => name.endsWith(".pb"));
      histories = await Promise.all(
        names.map(async (name) => {
          const history = History.decode(await readFile(new URL(name, HISTORIES)));
          const started = history.events?.[0]?.workflowExecutionStartedEventAttributes;
          return { name, type: started?.workflowType?.name ?? "", history: history as never };
        }),
      );
    });
    after(async () => {
      await copy?.remove();
      await rm(folder, { recursive: true, force: true });
    });

    /** Only changed files are compiled again: a bundle takes a second instead of six. */
    const bundled = (): Promise<WorkflowBundle> =>
      workflowBundle(folder, copy.root, (config) => ({
        ...config,
        cache: { type: "filesystem", cacheDirectory: path.join(folder, "modules") },
      }));

    /** Returns the first history that does not replay: one of the changed workflow, or any if a shared file was changed. */
    const caughtBy = async (bundle: WorkflowBundle, file: string): Promise<string | null> => {
      const judging = SHARED.has(file) ? histories : histories.filter(({ type }) => file === `workflows/${type}.ts`);
      const replayed = Worker.runReplayHistories(
        { workflowBundle: bundle },
        judging.map(({ name, history }) => ({ workflowId: name, history })),
      );
      for await (const { workflowId, error } of replayed) if (error) return workflowId;
      return null;
    };

    const bundleOf = async (round: typeof MUTATIONS): Promise<WorkflowBundle> => {
      const changes = round.flatMap(([, mutation]) => [IMPORTS[mutation.file] ?? [], mutation].flat());
      await copy.change(changes);
      try {
        return await bundled();
      } finally {
        await copy.restore(changes);
      }
    };

    for (const round of ROUNDS) {
      let bundle: Promise<WorkflowBundle> | undefined;
      for (const [what, mutation] of round)
        it(`${what}: a recorded history does not replay`, async () => {
          bundle ??= bundleOf(round);
          expect(await caughtBy(await bundle, mutation.file)).not.to.equal(null);
        });
    }
  });
});
