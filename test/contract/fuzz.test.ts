// The contract under made-up requests: nothing breaks, and every response is one that the document declares.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createApp } from "../../api/app.ts";
import { API_CONNECTIONS, createBoundedServer } from "../../platform/boundedServer.ts";
import { addRun, addShot } from "../api/support/shots.ts";
import { makeWorld, type World } from "../api/support/world.ts";
import { fuzzDocument, TOOL_PATH, toolDocument } from "./document.ts";
import { findSchemathesis, runSchemathesis } from "./schemathesis.ts";

const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];
const VISUAL = { total: 2, passed: 1, failed: 1, approved: 0, errors: 0, flaky: 0, noBaseline: 0 };
const AUDIT = {
  pages: 1,
  passed: 9,
  failed: 2,
  warnings: 1,
  review: 0,
  notMeasured: 0,
  score: 70,
  new: 0,
  fixed: 0,
  bySeverity: { critical: 0, serious: 1, moderate: 1, minor: 0, info: 0 },
  verdict: "fail" as const,
  reasons: ["Two rules are broken."],
};
/** `npm run test:user`, which keeps the default limits, tests rejected calls; here every call is processed. */
const UNLIMITED = {
  ciRatePerMinute: 1_000_000,
  triggerRatePerMinute: 1_000_000,
  invokeRatePerMinute: 1_000_000,
  signInRatePerMinute: 1_000_000,
  linkRatePerMinute: 1_000_000,
};

describe("the contract, fuzzed", function () {
  // Covers the first download of the fuzzer; each run ends within its own limit.
  this.timeout(900_000);
  let world: World;
  let server: Server;
  let folder: string;
  let base: string;
  let program: string;
  let session: Awaited<ReturnType<World["session"]>>;

  before(async function () {
    const found = await findSchemathesis();
    if ("missing" in found) {
      process.stdout.write(`    the contract was not fuzzed: ${found.missing}\n`);
      return this.skip();
    }
    program = found.program;
    world = await makeWorld(process.env.PLUMBLINE_TEST_LIMITS === "default" ? {} : UNLIMITED);
    const { models } = world;
    await addRun(models, "run_visual", { summary: VISUAL });
    await addShot(models, "run_visual", 0);
    await addShot(models, "run_visual", 1, { scenarioLabel: "About us", scenarioId: "scn_about_us", status: "passed" });
    await addRun(models, "run_seo", { type: "seo-test", summary: AUDIT });
    await addRun(models, "run_full", { type: "full-suite" });
    await addRun(models, "run_failed", { status: "failed", error: "The site could not be reached." });
    // No worker exists, so started runs end immediately and nobody waits for them.
    world.engine.between = async () => {
      await models.runs.updateMany({ status: "running" }, { $set: { status: "failed", error: "It was only a test." } });
    };
    const app = createApp(world.ctx, { version: "0.0.0-test" });
    server = createBoundedServer({ ...API_CONNECTIONS, perAddress: Number.POSITIVE_INFINITY }, (req, res) => {
      if (req.url?.startsWith(TOOL_PATH)) req.url = TOOL_PATH.slice(0, -1);
      app(req, res);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-fuzz-"));
    // Before the fuzzer exceeds the limit of sign-ins.
    session = await world.session("admin");
  });
  after(async () => {
    if (!world) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await world.close();
    await rm(folder, { recursive: true, force: true });
  });

  type Fuzz = { document: unknown; headers: string[]; phases: string; examples: number; more?: string[] };
  const fuzz = async ({ document, headers, phases, examples, more = [] }: Fuzz) => {
    const file = path.join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(document));
    const { code, output } = await runSchemathesis(
      program,
      [
        file,
        "--url",
        base,
        "--checks",
        CHECKS.join(","),
        "--phases",
        phases,
        "--max-examples",
        String(examples),
        // Fixed, so that a failure here is reproducible. Several workers would mix the order, and race in Python's own imports.
        "--seed",
        "20260310",
        "--workers",
        "1",
        "--generation-database",
        "none",
        "--request-timeout",
        "60",
        "--warnings",
        "off",
        "--continue-on-failure",
        "--suppress-health-check",
        "all",
        ...headers.flatMap((header) => ["-H", header]),
        ...more,
      ],
      folder,
    );
    // A single generated address can be longer than the rest of the output.
    const readable = output.replace(/(\S{300})\S+/g, "$1…");
    expect(code, readable.slice(-12_000)).to.equal(0);
    const broken = world.logged.filter(({ message }) => message === "request failed" || message === "tool failed");
    expect(broken).to.deep.equal([]);
  };
  const known = () => ({
    runId: ["run_visual", "run_seo", "run_full", "run_failed"],
    project: ["shop", "blog"],
    file: ["docs.js", "docs.css"],
    slug: ["shop"],
    label: ["Home"],
    shotId: ["run_visual-00000"],
    tool: ["list_scenarios", "get_site_health"],
  });

  const TOOLS_APART = ["--exclude-path-regex", "^/api/mcp(/v1/invoke)?$"];
  const EVERYTHING = "examples,coverage,fuzzing";
  const MADE_UP = "examples,fuzzing";

  it("with a key: examples, the bounds of every field, and what is made up", async () => {
    const headers = [`X-API-Key: ${await world.addKey("mcp_full")}`];
    await fuzz({ document: fuzzDocument(known()), headers, phases: EVERYTHING, examples: 5, more: TOOLS_APART });
  });

  it("every tool, with a key", async () => {
    const headers = [`X-API-Key: ${await world.addKey("mcp_full")}`];
    await fuzz({ document: toolDocument(), headers, phases: MADE_UP, examples: 4 });
  });

  it("signed in", async () => {
    const headers = [`Cookie: ${session.cookie}`, `X-CSRF-Token: ${session.csrf}`];
    // These end or change the session used by the others; the gateway accepts no sessions.
    const ending = ["signOut", "signOutEverywhere", "switchOrganisation"].flatMap((id) => [
      "--exclude-operation-id",
      id,
    ]);
    const more = [...ending, "--exclude-path-regex", "^/(mcp|api/mcp)"];
    await fuzz({ document: fuzzDocument(known()), headers, phases: MADE_UP, examples: 5, more });
  });

  it("without credentials", () => fuzz({ document: fuzzDocument(known()), headers: [], phases: MADE_UP, examples: 2 }));
});
