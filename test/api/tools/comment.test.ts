// post_pr_comment, against fakes of GitHub and GitLab over HTTP.
import { expect } from "chai";
import { commentMarker } from "../../../domain/report/prComment.ts";
import { type FakeHost, fakeHost, TOKEN } from "../../support/fakeHosts.ts";
import { addAudit, addFinding, auditSummary } from "../health/support.ts";
import { addFunctionalRun } from "../support/functionalRun.ts";
import { addRun, addShot } from "../support/shots.ts";
import { makeToolWorld, type ToolWorld } from "./harness.ts";

const MARKER = commentMarker({ projectId: "prj_shop", environmentId: null });
const APPROVAL = "1 screenshot passed because of an approval: accepted by ann on feature in #3, 1 May.";
const HOSTILE =
  "@everyone see https://evil.example <img src=x onerror=alert(1)> `code` | # [x](https://evil.example) #1 !2 /close\n/close";

for (const kind of ["github", "gitlab"] as const)
  describe(`post_pr_comment on ${kind}`, () => {
    let world: ToolWorld;
    let host: FakeHost;
    before(async () => {
      host = await fakeHost(kind);
      const mine =
        kind === "github"
          ? { githubToken: TOKEN, githubApiUrl: host.base, githubRepository: "acme/shop" }
          : { gitlabToken: TOKEN, gitlabUrl: host.base, gitlabProject: "acme/shop" };
      world = await makeToolWorld({ publicUrl: "https://plumbline.test/", ...mine });
      const { models } = world;
      world.engine.report = "rep-1";
      await addRun(models, "run_v", {
        branch: "cart",
        prNumber: 7,
        summary: {
          total: 3,
          passed: 2,
          failed: 1,
          approved: 1,
          errors: 0,
          flaky: 0,
          noBaseline: 0,
          comparedWith: ["Compared with main at a1b2c3d, where this branch began."],
          approvals: [APPROVAL],
        },
      });
      await addShot(models, "run_v", 0, { scenarioLabel: "Home | <b>@all</b>" });
      await addShot(models, "run_v", 1, { viewport: "phone", status: "passed" });
      await addAudit(models, "run_s", 9, 71, ["scn_home"], { branch: "cart", prNumber: 7 });
      const against = "main at a1b2c3d, where this branch began";
      await addAudit(models, "run_p", 9, 84, ["scn_home"], {
        type: "perf-test",
        branch: "cart",
        prNumber: 7,
        summary: {
          ...auditSummary(84),
          new: 2,
          fixed: 1,
          against,
          base: { runId: "run_m", against, score: 91 },
          comparedWith: [`Compared with ${against}: LCP 1,900 → 2,600 ms is worse; CLS is steady.`],
        },
      });
      await addFinding(models, "run_s", "c", {
        isNewOnBranch: true,
        message: HOSTILE,
        evidence: { screenshotId: "pic" },
      });
      await addFinding(models, "run_s", "old", { isNewOnBranch: false, message: "It was there before.", order: 1 });
      await addFinding(models, "run_s", "s", {
        isNewOnBranch: true,
        severity: "serious",
        message: "Serious.",
        order: 2,
      });
      await addFinding(models, "run_s", "p", {
        isNew: false,
        isNewOnBranch: true,
        message: "An earlier push brought it.",
        order: 3,
      });
      await addFunctionalRun(
        models,
        "run_f",
        [
          { feature: "Basket | <b>", name: "Empty @all", tries: ["failed"], screenshotId: "shot" },
          { feature: "Basket", name: "Share", tries: ["failed", "passed"] },
        ],
        { branch: "cart", prNumber: 7 },
      );
    });
    beforeEach(() => host.reset());
    after(async () => {
      await world.close();
      await host.close();
    });
    const post = (args: Record<string, unknown> = {}) =>
      world.call("post_pr_comment", { prNumber: 7, confirm: true, ...args });
    const refused = (args: Record<string, unknown> = {}) =>
      world.refused("post_pr_comment", { prNumber: 7, confirm: true, ...args }, 422, "tool_error");
    const ours = () => host.state.comments.filter(({ body }) => body.startsWith(MARKER));

    it("makes one comment with the token, and answers its address", async () => {
      const { data, warnings, summary } = await post();
      const url =
        kind === "github"
          ? "https://github.test/acme/shop/pull/7#issuecomment-"
          : "https://gitlab.test/acme/shop/-/merge_requests/7#note_";
      expect(data).to.deep.equal({
        url: `${url}${ours()[0]?.id}`,
        host: kind,
        repository: "acme/shop",
        created: true,
        verdict: "fail",
      });
      expect(warnings).to.deep.equal([]);
      expect(summary).to.contain("now has a comment: the gate's verdict is fail.");
      expect(new Set(host.state.requests.map(({ authorization }) => authorization.split(" ")[1]))).to.deep.equal(
        new Set([TOKEN]),
      );
      const entry = await world.models.audit.findOne({ action: "comment.post" }).lean();
      expect(entry?.details).to.deep.equal({ project: "shop", prNumber: 7, created: true });
    });

    it("says verdict, reasons, pillars and the worst failures, with links that are absolute and expire", async () => {
      await post();
      const body = ours()[0]?.body ?? "";
      expect(body).to.contain("### ❌ Quality gate failed: `Shop`");
      expect(body).to.contain("- ❌ `Visual on Production: 1 of 3 screenshots changed. 1 approved.`");
      expect(body).to.match(
        /\| Visual \| ❌ failed \| `On Production: 1 of 3 screenshots changed\. 1 approved\. Compared with main at a1b2c3d, where this branch began\. 1 screenshot passed because of an approval: accepted by ann on feature in #3, 1 May\.` \| `run_v` \[review\]\(<https:\/\/plumbline\.test\/p\/shop\/visual\/run_v>\) \[report\]\(<https:/,
      );
      expect(body).to.match(
        /\| Performance \| ✅ passed \| `On Production: Score 84\. 2 new findings, 1 fixed since main at a1b2c3d, where this branch began\..*Compared with main at a1b2c3d, where this branch began: LCP 1,900 → 2,600 ms/,
      );
      expect(body).to.contain(
        "- ✅ `Performance on Production: 0 new critical and 0 new serious findings since main at a1b2c3d, where this branch began.`",
      );
      expect(body).to.match(
        /\| SEO \| ❌ failed \| `On Production: Score 71\. .*` \| `run_s` \[review\]\(<https:\/\/plumbline\.test\/p\/shop\/runs\/run_s>\) \[report\]\(<https:\/\/plumbline\.test\/api\/artifacts\/rep-1\?expires=\d+&sig=[\w-]+>\) \|/,
      );
      expect(body).to.match(
        /- \*\*Visual\*\*, `1 screenshot`: `Pixels differ\.` at `Home ¦ <b>@all<\/b> · desktop` \[picture\]/,
      );
      expect(body).to.match(/\| Functional \| ❌ failed \| `On Production: 1 of 2 scenarios failed\. 1 flaky\.`/);
      expect(body).to.match(
        /- \*\*Functional\*\*, `locator`: `Step failed: Then I see "2 items" \(Basket ¦ <b>: Empty @all\): No button "Buy" was found\.` at `Basket ¦ <b>: Empty @all · desktop` \[picture\]/,
      );
      expect(body).not.to.contain("Share");
      expect(body).to.match(/- \*\*SEO\*\*, `critical`: `@everyone .*` at `https:\/\/shop\.example\/` \[picture\]/);
      expect(body)
        .to.contain("SEO on Production: 2 new critical findings.")
        .and.to.contain("An earlier push brought it.");
      expect(body).not.to.contain("It was there before.");
      expect(body).to.contain("Links open until 17 March 2026");
      const link = /\[picture\]\(<https:\/\/plumbline\.test(\/api\/artifacts\/pic[^>]+)>\)/.exec(body)?.[1] ?? "";
      const expires = Number(/expires=(\d+)/.exec(link)?.[1]);
      expect(expires * 1_000 - world.clock.at.getTime()).to.be.within(7 * 86_400_000, 7 * 86_400_000 + 3_600_000);
    });

    it("keeps what pages say inside code spans, on one line", async () => {
      await post();
      const body = ours()[0]?.body ?? "";
      const outside = body
        .replace(MARKER, "")
        .replace(/`[^`\n]*`/g, "")
        .replaceAll(/\]\(<https:\/\/plumbline\.test[^>]*>\)/g, "")
        .replaceAll(/<\/?sub>/g, "");
      expect(outside).not.to.match(/@|https?:|evil|<|\[x\]|^\/close/m);
    });

    it("updates it in place, however many comments stand before it", async () => {
      host.state.pageSize = 3;
      for (let i = 0; i < 7; i++) host.add("someone", `Comment ${i}`);
      const first = await post();
      for (let i = 0; i < 4; i++) host.add("someone", `Later ${i}`);
      const [made] = ours();
      if (made) made.body = `${MARKER} old`;
      const second = await post();
      expect(second.data).to.deep.equal({ ...first.data, created: false });
      expect(ours()).to.have.length(1);
      expect(ours()[0]?.body).to.contain("Quality gate failed");
    });

    it("leaves alone what others wrote under the same marker", async () => {
      host.add("mallory", `${MARKER} mine`);
      await post();
      expect(ours().map(({ author, body }) => [author, body.includes("Quality gate")])).to.deep.equal([
        ["mallory", false],
        ["plumbline", true],
      ]);
    });

    it("two calls at once end with one comment", async () => {
      let waiting = 0;
      const both = Promise.withResolvers<void>();
      // Neither creates its comment before the other has seen that none exists.
      host.state.beforeCreate = () => {
        if (++waiting === 2) both.resolve();
        return both.promise;
      };
      const answers = await Promise.all([post(), post()]);
      expect(ours()).to.have.length(1);
      expect(new Set(answers.map(({ data }) => data.url)).size).to.equal(1);
      expect(answers.map(({ data }) => data.created)).to.have.members([true, false]);
    });

    it("makes a new one where the old one was taken away in between", async () => {
      await post();
      host.state.refuse.push({
        method: kind === "github" ? "PATCH" : "PUT",
        answer: { status: 404, body: { message: "Not Found" } },
        also: () => {
          host.state.comments = [];
        },
      });
      const { data } = await post();
      expect(data.created).to.equal(true);
      expect(data.url.endsWith(String(ours()[0]?.id))).to.equal(true);
      expect(ours()).to.have.length(1);
    });

    it("tries again where the host is busy, and no more than twice", async () => {
      const busy = { status: 503, body: { message: "busy" } };
      host.state.refuse.push({ method: "POST", answer: busy }, { method: "POST", answer: { ...busy, status: 429 } });
      expect((await post()).data.created).to.equal(true);
      host.reset();
      for (let i = 0; i < 3; i++) host.state.refuse.push({ method: "POST", answer: busy });
      const { error, recoverable } = await refused();
      expect([error?.message, recoverable]).to.deep.equal([
        `${kind === "github" ? "GitHub" : "GitLab"} answered with HTTP 503: call again later; the comment is updated, never duplicated.`,
        true,
      ]);
      expect(host.state.requests.filter(({ method }) => method === "POST")).to.have.length(3);
    });

    it("gives up at once where the host asks for a longer pause than there is time", async () => {
      const later = { status: 429, body: { message: "slow down" }, headers: { "retry-after": "60" } };
      host.state.refuse.push({ method: "POST", answer: later });
      expect((await refused()).error?.message).to.match(/rate limit of \w+ was reached: call again in a few minutes/);
      expect(host.state.requests.filter(({ method }) => method === "POST")).to.have.length(1);
    });

    for (const [status, says] of [
      [401, /does not accept the token of this service: set a valid one as SVC_GIT(HUB|LAB)_TOKEN/],
      [403, /does not let the token of this service comment on acme\/shop: give the token/],
      [404, /has no (pull|merge) request 7 in "acme\/shop" .*check prNumber and repository/],
      [422, /refused the comment \(.*locked.*\)/],
    ] as const)
      it(`says what to do about ${status}`, async () => {
        const path = status === 422 ? /comments|notes/ : /pulls|merge_requests/;
        host.state.refuse.push({ path, answer: { status, body: { message: "locked" } } });
        const body = await refused();
        expect(body.error?.message).to.match(says);
        expect(JSON.stringify([body, world.logged])).not.to.contain(TOKEN);
        expect(ours()).to.deep.equal([]);
      });

    it("takes the repository from the call, as a path or an address, before the configured one", async () => {
      expect((await refused({ repository: "acme/other" })).error?.message).to.contain('"acme/other"');
      expect((await post({ repository: "acme/shop.git" })).data.repository).to.equal("acme/shop");
      expect((await refused({ repository: "https://elsewhere.test/acme/shop" })).error?.message).to.contain(
        "not on a host that is set up",
      );
      expect((await refused({ repository: "../../x" })).error?.message).to.match(
        /is not a Git(Hub repository|Lab project)/,
      );
    });

    it("judges the runs of a branch instead, when one is named", async () => {
      const { data } = await post({ branch: "nothing-there" });
      expect(data.verdict).to.equal("inconclusive");
      expect(ours()[0]?.body).to.contain("There are 0 runs for the branch nothing-there");
    });

    for (const [what, args, field] of [
      ["no number", {}, /prNumber is required/],
      ["a number that is none", { prNumber: "#7" }, /prNumber must be a number/],
      ["a number below 1", { prNumber: 0 }, /prNumber must be at least 1/],
      ["an unknown host", { prNumber: 7, host: "bitbucket" }, /host must be one of github, gitlab/],
    ] as const)
      it(`refuses ${what}`, async () => {
        const body = await world.refused("post_pr_comment", { confirm: true, ...args }, 400, "validation_error");
        expect(body.error?.message).to.match(field);
        expect(host.state.requests).to.deep.equal([]);
      });
  });

describe("post_pr_comment, elsewhere", () => {
  it("says what to set up where there is no host", async () => {
    const world = await makeToolWorld();
    try {
      const body = await world.refused("post_pr_comment", { prNumber: 7, confirm: true }, 422, "tool_error");
      expect(body.error?.message).to.equal(
        "No code host is set up. The operator of this service must set SVC_GITHUB_TOKEN or SVC_GITLAB_TOKEN.",
      );
      expect(await world.models.audit.countDocuments({ action: "comment.post" })).to.equal(0);
    } finally {
      await world.close();
    }
  });

  it("writes to no repository but those that the operator named, where they named any", async () => {
    const host = await fakeHost("github");
    const mine = { githubToken: TOKEN, githubApiUrl: host.base };
    const [named, others] = [
      await makeToolWorld({ ...mine, prRepositories: "acme/blog, Acme/Shop" }),
      await makeToolWorld({ ...mine, prRepositories: "acme/blog" }),
    ];
    try {
      const args = { prNumber: 7, confirm: true, repository: "acme/shop" };
      const body = await others.refused("post_pr_comment", args, 422, "tool_error");
      expect([body.recoverable, body.summary]).to.deep.equal([
        false,
        'This service does not comment on "acme/shop": its operator can add it to SVC_PR_REPOSITORIES.',
      ]);
      expect(host.state.requests).to.deep.equal([]);
      expect((await named.call("post_pr_comment", args)).data.repository).to.equal("acme/shop");
    } finally {
      for (const world of [named, others]) await world.close();
      await host.close();
    }
  });

  it("works with the token of an app, leaves out links without a public address, and says when nobody answers", async () => {
    const host = await fakeHost("github");
    host.state.account = "plumbline[bot]";
    const world = await makeToolWorld({ githubToken: TOKEN, githubApiUrl: host.base });
    try {
      const args = { prNumber: 7, confirm: true, repository: "acme/shop" };
      await addRun(world.models, "run_v", { prNumber: 7, summary: null, status: "running" });
      const first = await world.call("post_pr_comment", args);
      expect(first.data).to.include({ created: true, verdict: "inconclusive" });
      expect(first.warnings?.[0]).to.contain("SVC_PUBLIC_URL");
      expect((await world.call("post_pr_comment", args)).data.created).to.equal(false);
      expect(host.state.comments[0]?.body).not.to.contain("](<");
      const unknown = await world.refused("post_pr_comment", { prNumber: 7, confirm: true }, 422, "tool_error");
      expect(unknown.error?.message).to.contain("pass repository (owner/name)");
      await host.close();
      const gone = await world.refused("post_pr_comment", args, 422, "tool_error");
      expect(gone.error?.message).to.match(/^GitHub did not answer \(.*ECONNREFUSED.*\): call again/);
    } finally {
      await world.close();
    }
  });
});
