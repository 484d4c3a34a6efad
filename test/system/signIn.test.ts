// A site with a JSON login, one-time codes and members-only pages, tested by the whole service.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect } from "chai";
import { conclusionOf } from "../../domain/runs/measured.ts";
import { type ApiClient, createApiClient, type RunStatus } from "../../temporal-dev/apiClient.ts";
import { addFeature } from "../support/features.ts";
import { type GuardedSite, PASSWORD, startGuardedSite, TOTP, USER } from "../support/guardedSite.ts";
import { makeProject } from "../support/operator.ts";
import { startWorld, type World } from "../support/service.ts";

const SLUG = "members";
const FEATURE = `Feature: Members
  Scenario: Greeted
    Given I am on "/app"
    Then I should see "Hello member"
`;
const PAGES = { App: "/app", Members: "/members" };

describe("a site behind a JSON login, on the real stack", function () {
  this.timeout(600_000);
  let site: GuardedSite;
  let world: World;
  let client: ApiClient;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-access-"));
    site = await startGuardedSite();
    world = await startWorld({ SVC_ALLOWED_HOSTS: new URL(site.origin).host, SVC_TRIGGER_RATE_PER_MINUTE: "1000" });
    // The page itself shows its credential, which must be masked and differs with each sign-in.
    const scenarios = Object.fromEntries(
      Object.entries(PAGES).map(([label, url]) => [label, { url, readySelector: "h1", removeSelectors: ["#echo"] }]),
    );
    client = createApiClient(
      world.service.apiUrl,
      await makeProject(world, { siteUrl: site.origin, slug: SLUG, scenarios }),
    );
    await addFeature(world, SLUG, "members", FEATURE);
    const signInCall = {
      url: "/api/login-with-code",
      json: { user: USER, password: "{secret.password}", code: "{totp}" },
      take: [{ path: "data.token", in: "localStorage", name: "token" }],
      page: "/login",
    };
    await environment("Right", { secrets: { password: PASSWORD }, totp: TOTP, signInCall });
    await environment("Wrong", {
      secrets: { password: "wrong-pass-20e1" },
      signInCall: { ...signInCall, url: "/api/login", json: { user: USER, password: "{secret.password}" } },
    });
  });
  after(async () => {
    await world?.stop();
    await site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function environment(name: string, access: object): Promise<void> {
    const file = path.join(folder, `${name}.json`);
    await writeFile(file, JSON.stringify(access));
    await world.admin(
      "environments",
      "create",
      "--project",
      SLUG,
      "--name",
      name,
      "--base-url",
      site.origin,
      "--access-file",
      file,
    );
  }
  const run = async (type: string, environment: string): Promise<RunStatus> =>
    client.wait((await client.run({ type, environment, branch: "main" })).runId);
  const functional = async (environment: string): Promise<RunStatus> => {
    const asked = { tool: "run_frt_feature", args: { featureId: "members", environment, confirm: true } };
    const { data } = (await client.request("POST", "/api/mcp/v1/invoke", asked)) as { data: { runId: string } };
    return client.wait(data.runId);
  };

  it("is compared, measured by Lighthouse and tested by scenarios, also after the session has ended", async () => {
    const baseline = await run("baseline", "Right");
    expect(baseline.summary).to.include({ errors: 0 });
    // One worker uses one code for all of its pages.
    expect(site.logins).to.deep.equal({ right: 1, wrong: 0 });
    site.signEverybodyOut();
    const visual = await run("test", "Right");
    expect(visual.summary).to.include({ passed: 2, failed: 0, errors: 0 });
    expect(site.logins).to.deep.equal({ right: 2, wrong: 0 });

    const perf = await run("perf", "Right");
    expect(perf.summary).to.include({ pages: 2, notMeasured: 0 });
    expect((await functional("Right")).summary).to.include({ passed: 1, failed: 0, errors: 0 });
    expect(site.logins).to.deep.equal({ right: 2, wrong: 0 });
  });

  it("that lets nobody in is inconclusive with what it said, and never its sign-in page", async () => {
    const reason = /The sign-in call to http:\S+\/api\/login answered 401: "No account for ••••••"/;
    const baseline = await run("baseline", "Wrong");
    const [shot] = await client.results(baseline.runId);
    expect(shot?.status).to.equal("error");
    expect(shot?.reasons[0]).to.include({ code: "sign_in_failed" });
    expect(shot?.reasons[0]?.message).to.match(reason);
    const visual = await run("test", "Wrong");
    const perf = await run("perf", "Wrong");
    const scenarios = await functional("Wrong");
    expect(visual.summary).to.include({ total: 2, errors: 2 });
    expect(perf.summary).to.include({ notMeasured: 2 });
    expect(scenarios.summary).to.include({ total: 1, errors: 1 });
    expect([visual, perf, scenarios].map(concluded)).to.deep.equal(Array(3).fill("inconclusive"));
    for (const { error } of [perf, scenarios]) expect(error).to.match(reason);
    // A run of several pages does not lock the account.
    expect(site.logins.wrong).to.be.lessThan(8);
  });

  it("leaves no secret in anything that is kept, said or recorded", async () => {
    const secrets = [PASSWORD, "wrong-pass-20e1", TOTP.secret, ...site.tokens];
    expect(site.tokens).to.have.length.of.at.least(2);
    // The worker's temporary folder, where browsers write, is removed with it.
    await world.service.stop();
    const found: string[] = [];
    let read = 0;
    for (const file of await filesBelow(world.service.dataDir)) {
      for (const text of textsOf(await readFile(file))) {
        read += 1;
        for (const secret of secrets)
          if (text.includes(secret)) found.push(`${path.basename(file)}: ${secret.slice(0, 4)}`);
      }
    }
    expect(read).to.be.greaterThan(10);
    expect(found).to.deep.equal([]);
    const said = world.said().join("\n");
    for (const secret of secrets) expect(said).not.to.include(secret);
  });
});

const concluded = ({ type, status, summary = null }: RunStatus) => conclusionOf({ type, status, summary });

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map((one) => path.join(one.parentPath, one.name));
}

/** The bytes as they are and, if compressed, decompressed. */
function textsOf(bytes: Buffer): Buffer[] {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return [bytes];
  return [bytes, gunzipSync(bytes)];
}
