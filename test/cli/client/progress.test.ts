import { expect } from "chai";
import { outcomeOf } from "../../../cli/client/outcome.ts";
import { liveProgress, plainProgress } from "../../../cli/client/progress.ts";
import type { RunStatus } from "../../../cli/client/runs.ts";
import { createPace } from "../../../cli/client/timeLeft.ts";
import { createLive } from "../../../cli/live.ts";
import { createScreen, plainText } from "../../../temporal-dev/terminal/screen.ts";

const at = (done: number, phase = "testing"): RunStatus => ({
  runId: "run_1",
  projectId: "prj_1",
  type: "vrt-test",
  status: "running",
  error: null,
  perfBudgetResult: null,
  summary: null,
  progress: { phase, done, total: 6 },
});
const over: RunStatus = {
  ...at(6),
  status: "completed",
  summary: { total: 6, passed: 3, failed: 3, sentence: "3 of 6 screenshots changed (1 change)." },
};

describe("how long a run still takes", () => {
  for (const [what, seen, words] of [
    ["nothing is done yet", [[0, 0]], null],
    ["it was seen once, in the middle", [[3, 0]], null],
    [
      "a part took ten seconds",
      [
        [0, 0],
        [1, 10_000],
      ],
      "about 50 s left",
    ],
    [
      "a part took a minute",
      [
        [1, 0],
        [2, 60_000],
      ],
      "about 4 min left",
    ],
    [
      "everything is done",
      [
        [0, 0],
        [6, 10_000],
      ],
      null,
    ],
  ] as [string, [number, number][], string | null][])
    it(`${what}: ${words}`, () => {
      const pace = createPace();
      expect(seen.map(([done, now]) => pace({ phase: "testing", done, total: 6 }, now)).at(-1)).to.equal(words);
    });

  it("is known through a wait, and begins anew with another phase", () => {
    const pace = createPace();
    pace({ phase: "testing", done: 0, total: 6 }, 0);
    expect(pace({ phase: "testing, waiting for others", done: 2, total: 6 }, 20_000)).to.equal("about 40 s left");
    expect(pace({ phase: "confirming", done: 3, total: 6 }, 30_000)).to.equal(null);
  });
});

describe("the progress of runs", () => {
  it("elsewhere than at a terminal is a line when a run ends, and a sign of life after minutes", () => {
    const lines: string[] = [];
    let now = 0;
    const progress = plainProgress(
      (line) => lines.push(line),
      () => now,
    );
    for (const done of [0, 1, 2]) progress.seen(at(done), "Visual test");
    expect(lines).to.deep.equal([]);
    now = 300_000;
    progress.seen(at(3), "Visual test");
    progress.ended(over, "Visual test", outcomeOf(over));
    progress.ended(over, "Visual test", outcomeOf(over));
    expect(lines).to.deep.equal([
      "Visual test: Testing: 3 of 6 done, about 5 min left",
      "Visual test failed: 3 of 6 screenshots changed (1 change).",
    ]);
  });

  const terminal = (keeps: boolean) => {
    const screen = createScreen(60);
    const write = (text: string) => {
      screen.write(text);
      return true;
    };
    const live = createLive({ columns: 60, write } as never);
    let now = 0;
    const pass = (ms: number) => {
      now += ms;
    };
    const progress = liveProgress(live, keeps, () => now);
    return { progress, live, shown: () => plainText(screen.read()), pass };
  };

  it("at a terminal is a line for each run, drawn again in place below what is remarked", () => {
    const { progress, live, shown, pass } = terminal(false);
    progress.seen(at(0), "Visual test");
    progress.seen({ ...at(0, "auditing, waiting for others"), runId: "run_2" }, "SEO");
    pass(10_000);
    live.note("Plumbline answers again.");
    progress.seen(at(1), "Visual test");
    expect(shown()).to.equal(
      [
        "Plumbline answers again.",
        "· Visual test  Testing: 1 of 6 done, about 50 s left",
        "· SEO          Auditing: 0 of 6 done, waiting for others",
      ].join("\n"),
    );
    progress.ended(over, "Visual test", outcomeOf(over));
    expect(shown()).to.include("✖ Visual test  failed");
    progress.close();
    expect(shown()).to.equal("Plumbline answers again.");
  });

  it("breaks a remark between words, and keeps what has none", () => {
    const { live, shown } = terminal(false);
    live.note(`The run has no history: ${"/a-long-folder".repeat(3)} is not a git repository.`);
    expect(shown().split("\n")).to.deep.equal([
      "The run has no history:",
      `${"/a-long-folder".repeat(3)} is not a git`,
      "repository.",
    ]);
  });

  it("leaves no sign of success where the command is stopped, and a sentence where the answer goes elsewhere", () => {
    const stopped = terminal(true);
    stopped.progress.seen(at(1), "Visual test");
    stopped.progress.close();
    expect(stopped.shown()).to.equal("");
    const kept = terminal(true);
    kept.progress.ended(over, "Visual test", outcomeOf(over));
    kept.progress.close();
    expect(kept.shown()).to.equal("Visual test failed: 3 of 6 screenshots changed (1 change).");
  });
});
