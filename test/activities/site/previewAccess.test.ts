// A preview uses the access of the environment it stands for, while its host is allowed, and nowhere else.
import { expect } from "chai";
import { siteAccessOf } from "../../../activities/siteAccess.ts";
import type { Models } from "../../../models/index.ts";
import { withActivity } from "../../support/activity.ts";
import { openDatabase } from "../../support/database.ts";
import { testSealer } from "../../support/sealer.ts";

const SHOP = "https://shop.example";
const PREVIEW = "https://shop-git-x.preview.example";
const ACCESS = {
  headers: { "X-Gate": "tok-91bc" },
  cookies: [{ name: "gate", value: "cookie-55d0" }],
  basicAuth: { username: "guest", password: "pw-7f3a" },
  signIn: { url: "/login", steps: [{ op: "fill", selector: "#pw", value: "typed-20e1" }] },
  secrets: { card: "card-33aa" },
  variables: { cart: `${SHOP}/cart`, product: "stool" },
};

describe("the access of a preview", () => {
  const sealer = testSealer();
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  const at = new Date("2026-03-10T12:00:00Z");
  const setHosts = (previewHosts: string[]) => models.projects.updateOne({ _id: "prj_a" }, { $set: { previewHosts } });
  const setAccess = (access: object) =>
    models.environments.updateOne({ _id: "env_a" }, { $set: { sealedAccess: sealer.seal(JSON.stringify(access)) } });
  const preview = { environmentId: "env_p", baseUrl: PREVIEW, standsFor: SHOP, accessOf: "env_a" };
  const entry = (of: Partial<typeof preview> = {}) =>
    siteAccessOf(
      { models, sealer, config: { allowedHosts: "", dataDir: "" } },
      { projectId: "prj_a", environmentId: null, preview: { ...preview, ...of } },
    );
  const refusal = (of?: Partial<typeof preview>): Promise<string> =>
    withActivity(() => entry(of)).then(
      (answer) => `given: ${JSON.stringify(answer)}`,
      (error: Error) => error.message,
    );

  before(async () => {
    database = await openDatabase();
    models = database.models;
    for (const one of ["a", "b"]) {
      const project = { _id: `prj_${one}`, orgId: "org", name: one, slug: one, baseUrl: SHOP, createdAt: at };
      await models.projects.create(project);
      const place = { _id: `env_${one}`, projectId: project._id, name: "Production", slug: "production" };
      await models.environments.create({ ...place, baseUrl: SHOP, createdAt: at });
    }
  });
  after(() => database.drop());
  beforeEach(async () => {
    await setHosts(["*.preview.example"]);
    await setAccess(ACCESS);
  });

  it("is used at the preview's origin alone", async () => {
    const given = await entry();
    expect(given).to.deep.include({
      origin: PREVIEW,
      headers: ACCESS.headers,
      cookies: ACCESS.cookies,
      basicAuth: ACCESS.basicAuth,
      secrets: ACCESS.secrets,
      variables: { cart: `${PREVIEW}/cart`, product: "stool" },
    });
    expect(given?.signIn).to.deep.equal({ ...ACCESS.signIn, url: `${PREVIEW}/login` });
  });

  for (const [asked, opened] of [
    [`${SHOP}/login`, `${PREVIEW}/login`],
    ["https://sso.example/login", "https://sso.example/login"],
  ] as const)
    it(`signs in at ${opened} where ${asked} was given`, async () => {
      await setAccess({ signIn: { url: asked, steps: [] } });
      expect((await entry())?.signIn?.url).to.equal(opened);
    });

  it("ends when an administrator takes the host away", async () => {
    await setHosts(["other.example"]);
    expect(await refusal()).to.equal("The project no longer allows previews on shop-git-x.preview.example.");
  });

  it("is no other project's, and not that of a site that has moved", async () => {
    expect(await refusal({ accessOf: "env_b" })).to.match(/does not belong to the project/);
    await models.environments.updateOne({ _id: "env_a" }, { $set: { accessOrigin: "https://earlier.example" } });
    expect(await refusal()).to.match(/was given for https:\/\/earlier\.example/);
    await models.environments.updateOne({ _id: "env_a" }, { $set: { accessOrigin: null } });
  });

  it("is none where the site is open", async () => expect(await entry({ accessOf: "env_none" })).to.equal(undefined));
});
