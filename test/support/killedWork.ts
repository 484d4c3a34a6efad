// Work during which processes are killed, and its phases: where each phase can be held, so that a kill hits exactly that phase.
import { expect } from "chai";
import { shotIdOf } from "../../domain/shotIds.ts";
import { type ApiClient, createApiClient } from "../../temporal-dev/apiClient.ts";
import { eventually } from "./eventually.ts";
import type { HeldSite, HeldVisit } from "./heldSite.ts";
import type { HeldWrite, Holds } from "./holds.ts";
import { expectAuditInvariants, expectCrawlInvariants, expectInvariants, expectSuiteInvariants } from "./invariants.ts";
import { makeProject, type Scenarios } from "./operator.ts";
import { type Watched, withModels } from "./watched.ts";

/** Links of every page of the site; `/changed` is the page whose text changes. */
export const PAGES = { "/": ["/plain", "/changed"], "/plain": ["/"], "/changed": ["/"] };
const ENDS_MS = 240_000;

/** `started`: the parts of the service that the works need. */
export type Stage = { started: Watched & { apiUrl: string }; holds: Holds; site: HeldSite };

/** Where a phase is held: at a database message, or at a page that has not responded yet. */
type Place = { write: HeldWrite } | { visit: HeldVisit };
export type Phase = {
  name: string;
  /** `id` of the run or job; known from the second phase on. */
  at(id: string): Place;
  /** Number of messages or visitors held at the same time; 1 by default. */
  together?: number;
  /** Phase after which the hold begins; if missing, it begins at the start. */
  after?: string;
};
export type Work = {
  name: string;
  phases: Phase[];
  /** Prepares the work and returns a function that starts it; starting it again with the same key is harmless. */
  prepare(stage: Stage): Promise<() => Promise<string>>;
  /** Waits for the end and checks that it is the same as without a fault. */
  expectWhole(stage: Stage, id: string): Promise<void>;
};

export const inWorker = (...all: string[]): Place => ({ write: { process: "workers", all } });
export const inApi = (...all: string[]): Place => ({ write: { process: "api", all } });
/** Matches a whole string of a message, so that an id does not match as the prefix of a longer one. */
const whole = (text: string) => `${text}\0`;

let projects = 0;
/** Creates a project for this work, with a key for all scopes. */
export async function makeClient(
  { started, site }: Stage,
  scenarios: Scenarios,
): Promise<{ slug: string; client: ApiClient }> {
  projects += 1;
  const slug = `killed-${projects}`;
  const key = await makeProject(started, { siteUrl: site.url, slug, scenarios });
  return { slug, client: createApiClient(started.apiUrl, key) };
}

/** Returns the finished run. Reads the database directly, because the API may be the process that was killed. */
export async function endOf(stage: Stage, runId: string) {
  return eventually(
    `the run ${runId} ends`,
    () =>
      withModels(stage.started, async (models) => {
        const run = await models.runs.findById(runId).lean();
        return run && run.status !== "running" ? run : null;
      }).catch(() => null),
    ENDS_MS,
  );
}

function shotWork(name: string, type: "test" | "baseline", phases: Phase[], summary: Record<string, number>): Work {
  return {
    name,
    phases,
    async prepare(stage) {
      const { client, slug } = await makeClient(stage, { Plain: "/plain", Changed: "/changed" });
      stage.site.say("/changed", "A few words.");
      if (type === "test") {
        await client.wait((await client.run({ type: "baseline" })).runId);
        stage.site.say("/changed", "Quite other words, and many more of them than before.");
      }
      return async () => (await client.run({ type }, { "idempotency-key": slug })).runId;
    },
    async expectWhole(stage, runId) {
      const run = await endOf(stage, runId);
      expect(run.status, run.error ?? "").to.equal("completed");
      expect(run.summary).to.include(summary);
      await expectInvariants(stage.started, runId);
    },
  };
}

/** The shot of the page whose text changes: the second of the run. */
const ofChanged = (runId: string) => whole(shotIdOf(runId, 1));
/** The first phase of every run that is started over the API. */
export const START: Phase = { name: "start", at: () => inApi("runs\0", "startedAt", "findAndModify\0") };
const PLAN: Phase = { name: "plan", at: () => inWorker("insert\0", "baselineKey") };
const CAPTURE: Phase = { name: "capture", after: "plan", at: () => ({ visit: { path: "/changed" } }) };
const FINISH: Phase = { name: "finish", after: "capture", at: () => inWorker("update\0", "runs\0", "finishedAt") };

export const VISUAL = shotWork(
  "visual test",
  "test",
  [
    START,
    PLAN,
    CAPTURE,
    { name: "compare", after: "capture", at: (id) => inWorker("update\0", "changedPixels", ofChanged(id)) },
    { name: "second attempt", after: "compare", at: () => ({ visit: { path: "/changed" } }) },
    { name: "verdict", after: "second attempt", at: (id) => inWorker("update\0", "decidedAt", ofChanged(id)) },
    FINISH,
  ],
  { total: 2, passed: 1, failed: 1, errors: 0 },
);
const BASELINE = shotWork(
  "baseline run",
  "baseline",
  [
    START,
    PLAN,
    CAPTURE,
    { name: "promote", after: "capture", at: () => inWorker("insert\0", "baselineVersions") },
    { ...FINISH, after: "promote" },
  ],
  { total: 2, passed: 2, failed: 0, errors: 0 },
);

type Invoked = { runId?: string; data: { runId?: string; jobId?: string; recordingId?: string } };
/** Calls a tool. With a `key`, a repeated call has no further effect. */
export const invoke = (client: ApiClient, tool: string, args: object, key?: string) =>
  client.request(
    "POST",
    "/api/mcp/v1/invoke",
    { tool, args: { ...args, confirm: true } },
    key === undefined ? {} : { "idempotency-key": key },
  ) as Promise<Invoked>;

function auditWork(name: string, pillars: string[], phases: Phase[]): Work {
  return {
    name,
    phases,
    async prepare(stage) {
      const { client, slug } = await makeClient(stage, { Plain: "/plain" });
      const settings = { "settings.audits": { perf: { runs: 1, formFactor: "desktop" } } };
      await withModels(stage.started, (models) => models.projects.updateOne({ slug }, { $set: settings }));
      return async () => String((await invoke(client, "run_full_audit", { project: slug, pillars }, slug)).data.runId);
    },
    async expectWhole(stage, runId) {
      const run = await endOf(stage, runId);
      expect(run.status, run.error ?? "").to.equal("completed");
      const children = await withModels(stage.started, (models) => models.runs.find({ parentRunId: runId }).lean());
      expect(children).to.have.lengthOf(pillars.length);
      for (const child of children) {
        expect(child.status, child.error ?? child.type).to.equal("completed");
        const pages = await withModels(stage.started, (models) => models.auditPages.find({ runId: child._id }).lean());
        for (const page of pages)
          expect(page.status, `${child.type} ${page._id}: ${page.reason}`).not.to.equal("not_measured");
        await expectAuditInvariants(stage.started, child._id);
      }
      await expectSuiteInvariants(stage.started, runId);
    },
  };
}

/** User agents of Lighthouse's Chromium: of the performance audit (set to desktop) and of the SEO score. */
const LIGHTHOUSE = { perf: /Macintosh/, seo: /moto g/ };
export const AUDIT = auditWork(
  "full audit",
  ["a11y", "security", "tracking", "privacy"],
  [
    { name: "plan", at: () => inWorker("insert\0", "the full audit") },
    { name: "gather", at: () => ({ visit: { path: "/plain" } }) },
    // All of them together, so that every page has been gathered and the kill interrupts no other attempt.
    { name: "judge", at: () => inWorker("update\0", "auditPages\0", "decidedAt", "timings", "status\0"), together: 4 },
    { name: "site part", after: "judge", at: (id) => inWorker("update\0", `${id}-security-site`) },
    {
      name: "pillar's finish, parent waiting",
      after: "judge",
      at: (id) => inWorker("finishedAt", whole(`${id}-a11y`)),
    },
    { name: "finish", after: "judge", at: (id) => inWorker("update\0", "finishedAt", whole(id)) },
  ],
);
export const LAB = auditWork(
  "full audit with Lighthouse",
  ["perf", "seo"],
  [
    { name: "Lighthouse", at: () => ({ visit: { path: "/plain", agent: LIGHTHOUSE.perf } }) },
    { name: "Lighthouse for SEO", at: () => ({ visit: { path: "/plain", agent: LIGHTHOUSE.seo } }) },
  ],
);

const CRAWL: Work = {
  name: "crawl",
  phases: [
    { name: "plan", at: () => ({ visit: { path: "/robots.txt" } }) },
    { name: "batch", at: () => ({ visit: { path: "/changed" } }) },
    { name: "finish", at: () => inWorker("update\0", "jobs\0", "notAsked") },
  ],
  async prepare(stage) {
    const { client, slug } = await makeClient(stage, {});
    return async () => String((await invoke(client, "crawl_site", { project: slug })).data.jobId);
  },
  async expectWhole({ started, site }, jobId) {
    await eventually(
      `the crawl ${jobId} ends`,
      () =>
        withModels(started, async (models) => {
          const job = await models.jobs.findById(jobId, { status: 1 }).lean();
          return job && !["queued", "running"].includes(job.status);
        }).catch(() => null),
      ENDS_MS,
    );
    await expectCrawlInvariants(started, jobId);
    const pages = await withModels(started, (models) => models.crawlAddresses.find({ jobId, state: "page" }).lean());
    expect(pages.map(({ url }) => url).sort()).to.deep.equal(
      Object.keys(PAGES)
        .map((path) => `${site.url}${path}`)
        .sort(),
    );
  },
};

export const WORKS: readonly Work[] = [VISUAL, BASELINE, CRAWL, AUDIT, LAB];
