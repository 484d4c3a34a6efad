// Progress on stderr: at a terminal, a line per run that is redrawn; elsewhere, a line when a run ends.
import { progressWords } from "../../domain/durable/progress.ts";
import type { Live } from "../live.ts";
import { firstOf, type RunOutcome, WORDS } from "./outcome.ts";
import type { RunStatus } from "./runs.ts";
import { createPace, type Pace } from "./timeLeft.ts";

/** `title`: the run's name for people. */
export type Progress = {
  seen(run: RunStatus, title: string): void;
  ended(run: RunStatus, title: string, outcome: RunOutcome): void;
  /** Removes the redrawn lines, because none of them is the final result of a run. */
  close(): void;
};

/** Maximum silence: CI systems end a job that prints nothing for ten minutes. */
const SILENT_MS = 5 * 60_000;
const SIGNS: Record<RunOutcome["word"], string> = { passed: "✔", failed: "✖", inconclusive: "!", running: "·" };

const nothing = () => undefined;
export const quietProgress: Progress = { seen: nothing, ended: nothing, close: nothing };

/**
 * Returns words such as "Testing: 3 of 6 done, about 40 s left". What the run waits for comes last, where a narrow terminal cuts it. Each
 * run has its own pace.
 */
function createWords(now: () => number): (run: RunStatus) => string {
  const paces = new Map<string, Pace>();
  return ({ runId, progress, stale }) => {
    if (progress === undefined) return "Running";
    const pace = paces.get(runId) ?? createPace();
    paces.set(runId, pace);
    const [phase, ...waits] = progress.phase.split(", ");
    const away = stale ? ["Temporal does not answer"] : [];
    return [progressWords({ ...progress, phase }), pace(progress, now()), ...waits, ...away].filter(Boolean).join(", ");
  };
}

/** Returns a sentence such as "Visual test failed: 3 of 6 screenshots changed (1 change)." */
function endedSentence(run: RunStatus, title: string, outcome: RunOutcome): string {
  const why = firstOf(run, outcome).replace(/\.$/, "");
  return `${title} ${WORDS[outcome.word]}${why === "" ? "" : `: ${why}`}.`;
}

export function plainProgress(write: (line: string) => void, now: () => number): Progress {
  const doing = createWords(now);
  const over = new Set<string>();
  let last = now();
  const say = (line: string) => {
    last = now();
    write(line);
  };
  return {
    seen(run, title) {
      // Called for every status, even if nothing is printed, because the pace is computed from all of them.
      const words = doing(run);
      if (now() - last >= SILENT_MS) say(`${title}: ${words}`);
    },
    ended(run, title, outcome) {
      if (over.has(run.runId)) return;
      over.add(run.runId);
      say(endedSentence(run, title, outcome));
    },
    close: nothing,
  };
}

/** `keeps`: the lines of ended runs remain, because the answer is written elsewhere. */
export function liveProgress({ show, note }: Live, keeps: boolean, now: () => number): Progress {
  const rows = new Map<string, { title: string; sign: string; words: string }>();
  const doing = createWords(now);
  const draw = () => {
    const width = Math.max(...[...rows.values()].map(({ title }) => title.length));
    show([...rows.values()].map(({ title, sign, words }) => `${sign} ${title.padEnd(width)}  ${words}`));
  };
  const put = (runId: string, row: { title: string; sign: string; words: string }) => {
    rows.set(runId, row);
    draw();
  };
  const sentences = new Map<string, string>();
  return {
    seen(run, title) {
      put(run.runId, { title, sign: SIGNS.running, words: doing(run) });
    },
    ended(run, title, outcome) {
      sentences.set(run.runId, endedSentence(run, title, outcome));
      put(run.runId, { title, sign: SIGNS[outcome.word], words: outcome.word });
    },
    close() {
      show([]);
      rows.clear();
      if (keeps) for (const sentence of sentences.values()) note(sentence);
      sentences.clear();
    },
  };
}
