// Which ended runs are worth a message: changes of a verdict, never each run. Pure; what was said before comes in.

export type Verdict = "pass" | "fail";

/** What a message is about. `first_failure`: the first run of its kind fails. `flapping`: the verdict changes again and again. */
export const CHANGES = ["broke", "mended", "first_failure", "flapping"] as const;
export type Change = (typeof CHANGES)[number];

/** One run of a track. `at`: when the run was started, in ms. */
export type Observation = { runId: string; at: number; verdict: Verdict };

/** What is known of runs of one project, type, environment and branch. `said`: what people believe because of our messages. */
export type Track = { recent: readonly Observation[]; said: Verdict | "flapping" | null };

export const NEW_TRACK: Track = { recent: [], said: null };

/** Runs that are remembered: enough to see flapping. */
export const REMEMBERED_RUNS = 6;
/** So many changes of the verdict among them are flapping. */
export const FLAPPING_CHANGES = 3;
/** So many equal verdicts in a row end it. */
export const SETTLED_RUNS = 3;

/** `reason`: why there is a message or none, in a sentence. `before`: the run before the one that was observed. */
export type Decision = { track: Track; change: Change | null; before: Observation | null; reason: string };

const changesIn = (runs: readonly Observation[]): number =>
  runs.filter(({ verdict }, index) => index > 0 && verdict !== runs[index - 1]?.verdict).length;

/**
 * Takes an ended run into the track. A run that is there already is judged again: its results were approved or compared again.
 * A run that was started before the newest known one changes what is remembered and says nothing.
 */
export function decide(track: Track, run: Observation): Decision {
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
    if (last.length < SETTLED_RUNS || changesIn(last) > 0) return silent("It is known that the verdict changes often.");
    // What was before counts no longer: the next change is news again.
    const settled = { recent: [run], said: run.verdict };
    const reason = `The verdict was the same ${SETTLED_RUNS} times in a row.`;
    return tell(run.verdict === "pass" ? "mended" : "broke", reason, settled);
  }
  if (said === null && run.verdict === "pass") return silent("The first run passed.", "pass");
  if (said === null) return tell("first_failure", "The first run failed.", { recent, said: "fail" });
  if (run.verdict === said) return silent("The verdict is the one that is known.");
  const changes = changesIn(recent);
  if (changes >= FLAPPING_CHANGES)
    return tell("flapping", `The verdict changed ${changes} times in ${recent.length} runs.`, {
      recent,
      said: "flapping",
    });
  return tell(run.verdict === "pass" ? "mended" : "broke", "The verdict changed.", { recent, said: run.verdict });
}

/** The track as it would be had we watched these runs, oldest first. Nobody is told of them. */
export function trackOf(runs: readonly Observation[]): Track {
  return runs.reduce((track, run) => decide(track, run).track, NEW_TRACK);
}
