// Logic of a timeline: which step is shown first, where steps are placed, and how statuses look.
import type { AppTimeline } from "../../../../api/endpoints/answers/app/functional.ts";

type Steps = readonly { status: string; startedAt: number; duration: number }[];

/** Returns the index of the step to show: the requested one, else the first that did not pass, else the last. */
export function shownStep(steps: Steps, asked: number): number {
  if (asked >= 0 && asked < steps.length) return asked;
  const broken = steps.findIndex(({ status }) => status !== "passed" && status !== "skipped");
  return broken === -1 ? steps.length - 1 : broken;
}

/** Returns the position of each step on a line from 0 to 100. */
export function spansOf(steps: Steps): { left: number; width: number }[] {
  const end = Math.max(1, ...steps.map(({ startedAt, duration }) => startedAt + duration));
  return steps.map(({ startedAt, duration }) => ({
    left: Math.min(99.4, (Math.max(0, startedAt) / end) * 100),
    width: Math.max(0.6, (Math.max(0, duration) / end) * 100),
  }));
}

/** Returns how a scenario is shown: one that passed only after a failure is flaky. */
export function scenarioLook({ status, flaky }: { status: string; flaky: boolean }): { status: string; word?: string } {
  if (status === "passed" && flaky) return { status: "flaky" };
  if (status === "pending") return { status: "queued", word: "Not finished" };
  if (status === "undefined") return { status: "warning", word: "Undefined step" };
  return { status };
}

const STEP_LOOKS: Record<string, { status: string; word?: string }> = {
  undefined: { status: "warning", word: "Undefined" },
  ambiguous: { status: "warning", word: "Ambiguous" },
  pending: { status: "queued", word: "Pending" },
};
export const stepLook = (status: string): { status: string; word?: string } => STEP_LOOKS[status] ?? { status };

type Step = AppTimeline["steps"][number];

/** Returns the number of failed requests and console errors of one step. */
export function troubles({ console: said, network }: Pick<Step, "console" | "network">): number {
  return (
    said.filter(({ level }) => level === "error").length +
    network.filter(({ status, failure }) => failure !== null || (status !== null && status >= 400)).length
  );
}
