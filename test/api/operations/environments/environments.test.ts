import { expect } from "chai";
import { createEnvironment } from "../../../../api/operations/environments/createEnvironment.ts";
import { listEnvironments } from "../../../../api/operations/environments/listEnvironments.ts";
import { createProject } from "../../../../api/operations/projects/createProject.ts";
import { createSealer } from "../../../../platform/sealing.ts";
import { refusal, useDatabase } from "../../../cli/support.ts";

const ACCESS = {
  basicAuth: { username: "guest", password: "pw-7f3a" },
  headers: { "X-Preview": "tok-91bc" },
  cookies: [{ name: "gate", value: "cookie-55d0", path: "/" }],
  signIn: { url: "/login", steps: [{ op: "fill", selector: "#pw", value: "typed-20e1" }] },
  secrets: { card: "card-33aa" },
  variables: { product: "stool" },
};
const SECRETS = ["pw-7f3a", "tok-91bc", "cookie-55d0", "typed-20e1", "card-33aa"];

const WRONG = [{ secrets: { card: "abc" } }, { secrets: { "a b": "long enough" } }, { variables: { a: 1 } }];

const IN = { url: "/login", steps: [{ op: "press", key: "Enter" }] };
const TAKEN = { path: "token", in: "header", name: "X-Token" };

describe("environments", () => {
  const db = useDatabase();
  beforeEach(() => createProject(db.ctx, db.operator, { name: "Shop", baseUrl: "https://example.com" }));
  const make = (input: { name: string; slug?: string; access?: object; project?: string }) =>
    createEnvironment(db.ctx, db.operator, { project: "shop", baseUrl: "https://staging.example.com/", ...input });

  it("are made and listed in order", async () => {
    const made = await make({ name: "Staging" });
    expect(made).to.include({
      name: "Staging",
      slug: "staging",
      baseUrl: "https://staging.example.com",
      protected: false,
    });
    const list = await listEnvironments(db.ctx, db.operator, { project: "shop" });
    expect(list.map((e) => e.slug)).to.deep.equal(["production", "staging"]);
  });

  it("keep their access data sealed: it is in no answer, no audit line and no log line", async () => {
    const made = await make({ name: "Staging", access: ACCESS });
    expect(made.protected).to.equal(true);
    const stored = await db.ctx.models.environments.findById(made.id).lean();
    expect(JSON.parse(db.ctx.sealer.open(stored?.sealedAccess ?? ""))).to.deep.equal(ACCESS);
    const seen = JSON.stringify([
      made,
      stored,
      await db.ctx.models.audit.find().lean(),
      await listEnvironments(db.ctx, db.operator, { project: "shop" }),
      db.logged,
    ]);
    for (const secret of SECRETS) expect(seen).to.not.contain(secret);
  });

  it("refuse secrets that could not be masked, and names that no step can use", async () => {
    for (const access of WRONG)
      expect((await refusal(make({ name: "Staging", access }))).code).to.equal("validation_error");
  });

  it("are not sealed under a second key", async () => {
    await make({ name: "Staging", access: ACCESS });
    const other = { ...db.ctx, sealer: createSealer("another-key-another-key-another-") };
    const error = await refusal(
      createEnvironment(other, db.operator, {
        project: "shop",
        name: "B",
        baseUrl: "https://b.example.com",
        access: ACCESS,
      }),
    );
    expect(error.code).to.equal("conflict");
    expect(error.message).to.contain("SVC_SECRET_KEY");
  });

  for (const [what, input] of [
    ["its name", { name: "Production", slug: "other" }],
    ["its slug", { name: "Other", slug: "production" }],
    ["a name that is another's slug", { name: "production", slug: "other" }],
  ] as const)
    it(`are refused when ${what} is taken`, async () => {
      expect((await refusal(make(input))).code).to.equal("conflict");
    });

  it("of one name: of 20 at once one is made", async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => make({ name: "Staging" })));
    expect(results.filter((r) => r.status === "fulfilled")).to.have.length(1);
    for (const r of results) if (r.status === "rejected") expect(r.reason.code).to.equal("conflict");
  });

  it("of an unknown project are refused by its name", async () => {
    const error = await refusal(make({ name: "X", project: "nowhere" }));
    expect(error.code).to.equal("project_resolution_error");
    expect(error.message).to.contain("nowhere");
  });

  for (const [what, access, path] of [
    ["nothing", {}, ""],
    ["an unknown field", { password: "pw-7f3a" }, ""],
    ["a number for a password", { basicAuth: { username: "a", password: 7351 } }, "basicAuth.password"],
    ["a colon in the user name", { basicAuth: { username: "a:b", password: "x" } }, "basicAuth.username"],
    ["a line break in a header", { headers: { "X-A": "pw-7f3a\r\nX-B: 1" } }, "headers"],
    ["a header that is no name", { headers: { "X A": "1" } }, "headers"],
    ["a cookie without value", { cookies: [{ name: "a" }] }, "cookies[0].value"],
    ["a cookie value with a semicolon", { cookies: [{ name: "a", value: "b; c" }] }, "cookies[0].value"],
    ["a sign-in without steps", { signIn: { url: "/login", steps: [] } }, "signIn.steps"],
    ["a call and steps", { signIn: IN, signInCall: { url: "/in" } }, ""],
    ["a body and a form", { signInCall: { url: "/in", json: {}, form: {} } }, "signInCall"],
    ["a body of a GET", { signInCall: { url: "/in", method: "GET", json: { a: "pw-7f3a" } } }, "signInCall"],
    ["a call to no page of the web", { signInCall: { url: "file:///etc/passwd" } }, "signInCall.url"],
    [
      "a header of the request itself",
      { signInCall: { url: "/in", headers: { Host: "pw-7f3a" } } },
      "signInCall.headers",
    ],
    [
      "a path with several results",
      { signInCall: { url: "/in", take: [{ ...TAKEN, path: "a[*]" }] } },
      "signInCall.take[0].path",
    ],
    [
      "a header's name with a space",
      { signInCall: { url: "/in", take: [{ ...TAKEN, name: "a b" }] } },
      "signInCall.take[0].name",
    ],
    ["a secret that is not base32", { totp: { secret: "pw-7f3a-0189" } }, "totp.secret"],
    ["a code without its secret", { signInCall: { url: "/in", json: { code: "{totp}" } } }, ""],
    ["a number to store", { localStorage: { a: 7351 } }, "localStorage"],
  ] as const)
    it(`refuse access data with ${what}, without repeating it`, async () => {
      const error = await refusal(make({ name: "Staging", access }));
      expect((error.details.fields as { path: string }[]).map((f) => f.path)).to.include(path);
      expect(`${error.message}${JSON.stringify(error.details)}`).to.not.match(/pw-7f3a|7351/);
    });
});
