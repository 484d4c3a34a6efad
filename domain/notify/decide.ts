// Decides which ended runs are reported: changes of a verdict, not every run. Pure; what was reported before is an input.

export type Verdict = "pass" | "fail";

/** Kinds of messages. `first_failure`: the first run of everything failed. `flapping`: the verdict changes repeatedly. */
export const CHANGES = ["broke", "mended", "first_failure", "flapping"] as const;
export type Change = (typeof CHANGES)[number];

/** One run of a track. `at`: start time of the run in ms. */
export type Observation = { runId: string; at: number; verdict: Verdict };

/** History of the runs of one project, type, environment and branch that cover the same. `said`: the last result that was reported. */
export type Track = { recent: readonly Observation[]; said: Verdict | "flapping" | null };

export const NEW_TRACK: Track = { recent: [], said: null };

/** Number of runs that are remembered, which is enough to detect flapping. */
export const REMEMBERED_RUNS = 6;
/** Number of verdict changes among them that count as flapping. */
export const FLAPPING_CHANGES = 3;
/** Number of equal verdicts in a row that end flapping. */
export const SETTLED_RUNS = 3;

/** `reason`: why there is or is not a message, as a sentence. `before`: the run before the observed one. */
export type Decision = { track: Track; change: Change | null; before: Observation | null; reason: string };

const changesIn = (runs: readonly Observation[]): number =>
  runs.filter(({ verdict }, index) => index > 0 && verdict !== runs[index - 1]?.verdict).length;

/**
 * Adds an ended run to the track. A run that the track already contains is judged again, because its results were approved or compared
 * again. A run that was started before the newest known one updates the history without a message. `isPart`: the track is of runs of some
 * scenarios; what fails in the first of them may have failed before.
 */
export function decide(track: Track, run: Observation, isPart = false): Decision {
  const all = [...track.recent.filter(({ runId }) => runId !== run.runId), run].sort(
    (a, b) => a.at - b.at || (a.runId < b.runId ? -1 : 1),
  );
  const recent = all.slice(-REMEMBERED_RUNS);
  const before = all[all.indexOf(run) - 1] ?? null;
  const { said } = track;
  const silent = (reason: string, next = said): Decision => ({
    track: { recent, said: next },
    change: null,
    before,
    reason,
  });
  const tell = (change: Change, reason: string, next: Track): Decision => ({ track: next, change, before, reason });

  if (recent.at(-1)?.runId !== run.runId) return silent("A run that was started later has ended already.");
  if (said === "flapping") {
    const last = recent.slice(-SETTLED_RUNS);
    if (last.length < SETTLED_RUNS || changesIn(last) > 0)
      return silent("The verdict is already known to change often.");
    // The history no longer counts, so the next change is reported again.
    const settled = { recent: [run], said: run.verdict };
    const reason = `The verdict was the same ${SETTLED_RUNS} times in a row.`;
    return tell(run.verdict === "pass" ? "mended" : "broke", reason, settled);
  }
  if (said === null && run.verdict === "pass") return silent("The first run passed.", "pass");
  if (said === null && isPart) return silent("No run of these scenarios has passed yet.");
  if (said === null) return tell("first_failure", "The first run failed.", { recent, said: "fail" });
  if (run.verdict === said) return silent("The verdict is the same as last reported.");
  const changes = changesIn(recent);
  if (changes >= FLAPPING_CHANGES)
    return tell("flapping", `The verdict changed ${changes} times in ${recent.length} runs.`, {
      recent,
      said: "flapping",
    });
  return tell(run.verdict === "pass" ? "mended" : "broke", "The verdict changed.", { recent, said: run.verdict });
}

/** Returns the track as if these runs, oldest first, had been observed. Sends no messages. */
export function trackOf(runs: readonly Observation[], isPart = false): Track {
  return runs.reduce((track, run) => decide(track, run, isPart).track, NEW_TRACK);
}

/** Ends the failure of a part, because a later run of everything passed. Returns null if there is none. */
export function endPart(
  { recent, said }: Track,
  run: Observation,
): { track: Track; before: Observation | null } | null {
  const before = recent.at(-1) ?? null;
  if (said === null || said === "pass" || run.verdict !== "pass" || (before && before.at >= run.at)) return null;
  return { track: { recent: [run], said: "pass" }, before };
}
