// Records what a page tracks while a scenario runs, by step: the tracking pillar's recorder with the scenario's steps.
import type { PageLease } from "../../../browsers/browserPool.ts";
import type { Guard } from "../../../browsers/page/guard.ts";
import { bounded } from "../../../browsers/page/inTime.ts";
import type { Pass } from "../../../domain/pillars/tracking/observation.ts";
import { type Recorder, startRecorder } from "../../pillars/tracking/recorder.ts";
import { cdpSource, playwrightSource } from "../../pillars/tracking/source.ts";

export type Overlay = {
  /** Assigns everything recorded from now on to the step. */
  beginStep(index: number): Promise<void>;
  /** Returns everything so far, as one visit; `step` of pushes and beacons is the scenario's, -1 before the first. */
  soFar(): Pass;
  /** Resolves when each of the events has been recorded in the step, or after `boundMs`. */
  saw(step: number, events: readonly (readonly string[])[], boundMs: number): Promise<void>;
  /** Resolves when nothing has been recorded for `ms`, or after `boundMs`. */
  quiet(ms: number, boundMs: number): Promise<void>;
  /** Returns everything, including what a document held back until it was left. */
  finish(): Promise<Pass>;
};

/** If the lease has Chromium's protocol, it must include `pageScript`. `layers`: globals such as dataLayer. */
export async function startOverlay(
  { cdp, page }: PageLease,
  guard: Guard,
  layers: readonly string[],
): Promise<Overlay> {
  const source = cdp === null ? playwrightSource(page, guard, layers) : cdpSource(cdp.session, guard);
  const recorder: Recorder = await startRecorder(source, guard);
  // The recorder's step 0 is what happens before the first step.
  const asPass = ({
    pushes,
    beacons,
    cut = [],
  }: {
    pushes: Pass["pushes"];
    beacons: Pass["beacons"];
    cut?: string[];
  }): Pass => ({
    address: "",
    kind: "load",
    consent: { state: "none", selector: null },
    steps: [],
    pushes: pushes.map((one) => ({ ...one, step: one.step - 1 })),
    beacons: beacons.map((one) => ({ ...one, step: one.step - 1 })),
    cut,
  });
  return {
    async beginStep(index) {
      await bounded(guard, recorder.beginStep(index + 1), 5_000);
    },
    soFar: () => asPass(recorder.soFar()),
    saw: (step, events, boundMs) =>
      recorder.until(() => events.every((names) => recorder.saw(names, step + 1)), boundMs),
    quiet: (ms, boundMs) => recorder.quiet(ms, boundMs),
    finish: async () => asPass(await recorder.finish(false)),
  };
}
