// The environment of activity tests, without Temporal or browsers: a database with a project, an artifact folder and a fixed clock.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ulid } from "ulid";
import { packGathered } from "../../activities/audit/gathered.ts";
import type { AuditDeps, CaptureDeps, CompareDeps } from "../../activities/deps.ts";
import { readConfig } from "../../domain/config.ts";
import type { AuditPageRecord } from "../../models/auditPages/schema.ts";
import { createFileStore } from "../../platform/artifacts/files.ts";
import { addRun } from "../api/support/shots.ts";
import { openDatabase } from "./database.ts";
import { testSealer } from "./sealer.ts";

export type ActivityWorld = Awaited<ReturnType<typeof openActivityWorld>>;

/** `given`: the dependencies under test. Accessing a dependency that is not given fails the test. */
export async function openActivityWorld(given: Partial<AuditDeps & CaptureDeps & CompareDeps> = {}) {
  const database = await openDatabase();
  const { models } = database;
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-test-activities-"));
  const artifacts = createFileStore(folder);
  const at = new Date("2026-03-10T12:00:00Z");
  /** Recorded metric counts, such as `page seo failed` or `shot visual passed`. */
  const counted: string[] = [];
  const deps = {
    config: readConfig({}),
    models,
    artifacts,
    sealer: testSealer(),
    log: () => undefined,
    metrics: {
      run: (type: string, status: string) => void counted.push(`run ${type} ${status}`),
      page: (pillar: string, status: string) => void counted.push(`page ${pillar} ${status}`),
      shot: (kind: string, status: string) => void counted.push(`shot ${kind} ${status}`),
    },
    visit: {},
    now: () => at,
    ulid,
    ...given,
  } as unknown as AuditDeps & CaptureDeps & CompareDeps;
  await models.projects.create({
    _id: "prj_shop",
    orgId: "org_a",
    name: "Shop",
    slug: "shop",
    baseUrl: "https://shop.example",
    mainBranch: "main",
    createdAt: at,
  });
  await models.environments.create({
    _id: "env_prod",
    projectId: "prj_shop",
    name: "Production",
    slug: "production",
    baseUrl: "https://shop.example",
    createdAt: at,
  });
  return {
    deps,
    models,
    artifacts,
    counted,
    addAuditRun: (runId: string, patch: Parameters<typeof addRun>[2] = {}) =>
      addRun(models, runId, { type: "security-test", status: "running", ...patch }),
    /** Adds a page to the run that is not decided yet; with `gathered`, a page that is ready to be judged. */
    async addPage(runId: string, index: number, patch: Partial<AuditPageRecord> & { gathered?: unknown } = {}) {
      const { gathered, ...rest } = patch;
      const bytes = gathered === undefined ? null : await packGathered(gathered, (text) => text);
      const _id = `${runId}-p${index}`;
      await models.auditPages.create({
        _id,
        runId,
        projectId: "prj_shop",
        pillar: "security",
        index,
        url: `https://shop.example/${index}`,
        key: `/${index}`,
        scenarioLabels: ["Home"],
        status: "pending",
        gatheredId: bytes ? await artifacts.put(bytes) : null,
        ...rest,
      });
      return _id;
    },
    pageOf: async (pageId: string) => (await models.auditPages.findById(pageId).lean()) as AuditPageRecord,
    async close() {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
