// Records what a page tracks while a scenario runs, by step: the tracking pillar's recorder with the scenario's steps.
import type { Page } from "playwright";
import type { PageLease } from "../../../browsers/browserPool.ts";
import type { Guard } from "../../../browsers/page/guard.ts";
import { bounded } from "../../../browsers/page/inTime.ts";
import type { Pass } from "../../../domain/pillars/tracking/observation.ts";
import { type Recorder, startRecorder } from "../../pillars/tracking/recorder.ts";
import { cdpSource, playwrightSource, type Source } from "../../pillars/tracking/source.ts";

export type Overlay = {
  /** Assigns everything recorded from now on to the step. */
  beginStep(index: number): Promise<void>;
  /** Also records this tab: immediately, or from the next request to the address on. */
  follow(tab: PageLease, guard: Guard, from: string | null): Promise<void>;
  /** Steps run in this page from now on. */
  use(page: Page): void;
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
export async function startOverlay(lease: PageLease, guard: Guard, layers: readonly string[]): Promise<Overlay> {
  const sourceOf = ({ cdp, page }: PageLease, until: Guard): Source =>
    cdp === null ? playwrightSource(page, until, layers) : cdpSource(cdp.session, until);
  const tabs = ofTabs(lease.page, sourceOf(lease, guard));
  const recorder: Recorder = await startRecorder(tabs.source, guard);
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
    follow: (tab, until, from) => tabs.add(tab.page, sourceOf(tab, until), from),
    use: tabs.use,
    soFar: () => asPass(recorder.soFar()),
    saw: (step, events, boundMs) =>
      recorder.until(() => events.every((names) => recorder.saw(names, step + 1)), boundMs),
    quiet: (ms, boundMs) => recorder.quiet(ms, boundMs),
    finish: async () => asPass(await recorder.finish(false)),
  };
}

/** The sources of several tabs as one. Its document is that of the tab in use. */
function ofTabs(first: Page, source: Source) {
  let heard: Parameters<Source["start"]>[0];
  let current = first;
  const sources = new Map([[first, source]]);
  /** The message with which each tab's newest document introduced itself. */
  const documents = new Map<Page, string>();
  const start = (page: Page, one: Source, from: string | null): Promise<void> => {
    let isAwaited = from !== null;
    return one.start({
      sent(request) {
        isAwaited &&= request.url !== from;
        if (!isAwaited) heard.sent(request);
      },
      message(payload) {
        const isDocument = payload.startsWith('{"t":"document"');
        if (isDocument) documents.set(page, payload);
        if (!isDocument || page === current) heard.message(payload);
      },
    });
  };
  return {
    source: {
      start(to: typeof heard) {
        heard = to;
        return start(first, source, null);
      },
      document: () => (sources.get(current) ?? source).document(),
    },
    add(page: Page, one: Source, from: string | null) {
      sources.set(page, one);
      return start(page, one, from);
    },
    use(page: Page) {
      current = page;
      const introduced = documents.get(page);
      if (introduced !== undefined) heard.message(introduced);
    },
  };
}
