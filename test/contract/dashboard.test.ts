// Every dashboard endpoint, derived from the declarations: who is admitted, whose objects are visible, who may change anything. New
// endpoints are covered automatically.
import { expect } from "chai";
import type { Schema, ValidationError } from "yup";
import type { Endpoint } from "../../api/endpoints/define.ts";
import { AREAS, endpointsOf } from "../../api/endpoints/index.ts";
import { auditSummary } from "../api/health/support.ts";
import type { Send, Session } from "../api/support/client.ts";
import { addRun, addShot } from "../api/support/shots.ts";
import { makeWorld, type World } from "../api/support/world.ts";

/** Objects of the first organisation; anything else that a path or a query names is unknown to everybody. */
const NAMED: Record<string, string> = {
  slug: "shop",
  project: "shop",
  runId: "run_visual",
  shotId: "run_visual-00000",
  jobId: "job_crawl",
  label: "Home",
  scenarioLabel: "Home",
  selector: "body",
  mode: "ignore",
  scope: "project",
  kind: "mode",
  value: "ignore",
  a: "run_visual",
  b: "run_visual",
  pillar: "seo",
};
/** Endpoints open to viewers: they change nothing, or only the person's own data. The tools have their own checks. */
const FREE = /^\/api\/app\/(coach|me|tools|oauth|connected-apps)\b|\/check$/;
/** Endpoints that name no object of an organisation: every person gets their own response. */
const OWN =
  /^\/api\/app\/(projects|coach|me|oauth\/request|connected-apps|me\/code-accounts|members|invitations|me\/waiting|me\/mail|me\/deletion|deletions|organisation\/deletion|organisations?|storage|usage|audit-log|tools\/\{tool\})$/;

const region = {
  box: { x: 1, y: 2, width: 3, height: 4 },
  kind: "text" as const,
  selector: "#price",
  text: "9 €",
  share: 1,
  changedPixels: 5,
};

const ENDPOINTS = endpointsOf(AREAS).filter(({ path, access }) => path.startsWith("/api/app/") && access === "session");
const told = ({ method, path }: Endpoint) => `${method.toUpperCase()} ${path}`;

function addressOf({ path, query }: Endpoint): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(NAMED[name] ?? "unknown"));
  const { fields = {} } = (query?.describe() ?? {}) as { fields?: Record<string, { optional: boolean }> };
  const needed = Object.keys(fields).filter((name) => name === "project" || fields[name]?.optional === false);
  const parts = needed.map((name) => `${name}=${encodeURIComponent(NAMED[name] ?? "unknown")}`);
  return parts.length === 0 ? filled : `${filled}?${parts.join("&")}`;
}

/** Returns how the body differs from the schema, or null. */
const problemOf = (schema: Schema, body: unknown): Promise<string | null> =>
  schema.validate(body, { strict: true, abortEarly: false }).then(
    () => null,
    (error: ValidationError) => error.errors.slice(0, 5).join("; "),
  );

describe("the endpoints of the dashboard", () => {
  let world: World;
  let viewer: Session;
  let stranger: Session;
  let key: string;
  before(async () => {
    world = await makeWorld({ coachRatePerMinute: 1_000, invokeRatePerMinute: 1_000 });
    [viewer, stranger, key] = await Promise.all([
      world.session("viewer"),
      world.session("admin", "org_b"),
      world.addKey("mcp_full"),
    ]);
    await addRun(world.models, "run_visual");
    await addShot(world.models, "run_visual", 0);
    await addShot(world.models, "run_visual", 1, {
      viewport: "phone",
      flaky: true,
      attempts: 2,
      regions: [region],
      shifts: [{ kind: "inserted", y: 3, height: 9 }],
      review: { decision: "rejected", note: "No.", by: "ada@acme.example", at: world.clock.at, versionId: null },
    });
    const done = { createdAt: world.clock.at, finishedAt: world.clock.at, duration: 1 };
    await addRun(world.models, "run_seo", { ...done, type: "seo-test", branch: "main", summary: auditSummary(80) });
    await addRun(world.models, "run_going", { status: "running" });
    const place = { orgId: "org_a", projectId: "prj_shop", projectSlug: "shop", baseUrl: "https://shop.example" };
    await world.models.jobs.create({
      ...place,
      _id: "job_crawl",
      kind: "crawl_site",
      status: "queued",
      lock: "job_crawl",
      input: {},
      seq: 0,
      requestedBy: "test",
      createdAt: world.clock.at,
      progress: { phase: "queued", done: 0, total: 0 },
    });
  });
  after(() => world.close());

  const statusOf = async (endpoint: Endpoint, options: Send) => {
    const body = endpoint.method === "post" ? {} : undefined;
    const answer = await world.client.send(endpoint.method.toUpperCase(), addressOf(endpoint), { body, ...options });
    return answer.status;
  };
  /** Returns the endpoints whose response has another status. */
  async function others(endpoints: readonly Endpoint[], options: Send, good: readonly number[]): Promise<string[]> {
    const wrong: string[] = [];
    for (const endpoint of endpoints) {
      const status = await statusOf(endpoint, options);
      if (!good.includes(status)) wrong.push(`${told(endpoint)}: ${status}`);
    }
    return wrong;
  }

  it("are there", () => expect(ENDPOINTS.length).to.be.greaterThan(20));

  it("let nobody in without a session, and no key", async () => {
    expect(await others(ENDPOINTS, {}, [401])).to.deep.equal([]);
    expect(await others(ENDPOINTS, { key }, [401])).to.deep.equal([]);
  });

  it("change nothing without the token of the session", async () => {
    const writes = ENDPOINTS.filter(({ method }) => method !== "get");
    expect(await others(writes, { headers: { cookie: viewer.cookie } }, [403])).to.deep.equal([]);
  });

  it("let a viewer change nothing", async () => {
    const writes = ENDPOINTS.filter(({ method, path }) => method !== "get" && !FREE.test(path));
    expect(await others(writes, { session: viewer }, [403])).to.deep.equal([]);
  });

  it("answer in the shape that they declare", async () => {
    const admin = await world.session("admin");
    const wrong: string[] = [];
    for (const endpoint of ENDPOINTS.filter(({ method }) => method === "get")) {
      const { json } = endpoint.answers[200] ?? {};
      const answer = await world.client.get(addressOf(endpoint), { session: admin });
      if (answer.status !== 200 || json === undefined) continue;
      const shapes = [json].flat();
      const told = await Promise.all(shapes.map(({ schema }) => problemOf(schema, answer.body)));
      if (told.every((problem) => problem !== null)) wrong.push(`${endpoint.path}: ${told.join("; ")}`);
    }
    expect(wrong).to.deep.equal([]);
  });

  it("show nothing of another organisation, by whatever id", async () => {
    const named = ENDPOINTS.filter(({ path }) => !OWN.test(path));
    // A request whose body is validated before the object is looked up may fail as incomplete, which reveals nothing about the object.
    const reads = named.filter(({ method }) => method === "get");
    expect(await others(reads, { session: stranger }, [404])).to.deep.equal([]);
    const writes = named.filter(({ method, path }) => method !== "get" && !FREE.test(path));
    expect(await others(writes, { session: stranger }, [400, 404])).to.deep.equal([]);
  });
});
