// What activities stand on, without Temporal and without browsers: a database with a project, a folder for artifacts, a fixed clock.
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

/** `given`: the dependencies that the test is about; asking for another one that is missing fails the test. */
export async function openActivityWorld(given: Partial<AuditDeps & CaptureDeps & CompareDeps> = {}) {
  const database = await openDatabase();
  const { models } = database;
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-test-activities-"));
  const artifacts = createFileStore(folder);
  const at = new Date("2026-03-10T12:00:00Z");
  /** What was counted: `page seo failed`, `shot visual passed`. */
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
    /** An open page of the run; with `gathered` one that waits to be judged. */
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
