// Real repositories: the history sent to the service, and the messages if there is none to send.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { readCommitWords, readHistory } from "../../../cli/client/git.ts";
import { tellHistory } from "../../../cli/client/history.ts";
import { mergedByGitLab, mergedPull } from "../../../domain/history/mergedPull.ts";

type Sent = { commits: [string, string[], number | null][]; branch?: string };

describe("the history that the command line tells", () => {
  let root: string;
  let repository: string;
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", args, {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_SYSTEM: "/dev/null",
        GIT_AUTHOR_NAME: "Ann",
        GIT_AUTHOR_EMAIL: "ann@shop.example",
        GIT_COMMITTER_NAME: "Ann",
        GIT_COMMITTER_EMAIL: "ann@shop.example",
      },
    }).trim();
  const commit = (...message: string[]) =>
    git(repository, "commit", "--allow-empty", "-q", ...message.flatMap((one) => ["-m", one]));
  const head = (cwd = repository, name = "HEAD") => git(cwd, "rev-parse", name);
  const folder = (name: string) => path.join(root, name);

  before(() => {
    root = mkdtempSync(path.join(tmpdir(), "plumbline-history-"));
    repository = folder("repository");
    mkdirSync(repository);
    mkdirSync(folder("none"));
    git(repository, "init", "-q", "-b", "main");
    for (let n = 1; n <= 130; n += 1) commit(`Change ${n}`);
    commit("Squashed (#41)");
    git(repository, "switch", "-q", "-c", "feature");
    commit("On the branch");
    git(repository, "switch", "-q", "main");
    git(
      repository,
      "merge",
      "-q",
      "--no-ff",
      "-m",
      "Merge branch 'feature' into 'main'",
      "-m",
      "Say why\n\nSee merge request shop/web!42",
      "feature",
    );
    git(root, "clone", "-q", "--depth", "1", `file://${repository}`, "shallow");
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const tell = async (
    cwd: string,
    facts: { commitSha?: string; branch?: string; ciProvider?: string },
    answers: { joined: boolean; known: boolean; warnings?: string[] }[] = [{ joined: true, known: true }],
  ) => {
    const sent: Sent[] = [];
    const notes: string[] = [];
    await tellHistory({
      cwd,
      facts,
      project: "shop",
      note: (text: string) => void notes.push(text),
      post: async (to, body) => {
        expect(to).to.equal("/api/ci/history");
        sent.push(body as Sent);
        const answer = answers[Math.min(sent.length, answers.length) - 1];
        if (!answer) throw new Error("Plumbline is away.");
        return { warnings: [], ...answer };
      },
    });
    return { sent, notes };
  };

  it("has commits with their parents and the pull requests that they merged", async () => {
    const rows = await readHistory(repository, head(), 3);
    expect(rows).to.deep.include.members([
      [head(), [head(repository, "HEAD^1"), head(repository, "HEAD^2")], 42],
      [head(repository, "HEAD^1"), [head(repository, "HEAD~2")], 41],
      [head(repository, "HEAD^2"), [head(repository, "HEAD^1")], null],
    ]);
  });

  it("says a commit's first line and its author, of commits that the clone has", async () => {
    const subject = git(repository, "log", "-1", "--format=%s");
    expect(await readCommitWords(repository, head())).to.deep.equal({ commitMessage: subject, commitAuthor: "Ann" });
    expect(await readCommitWords(repository, "0".repeat(40))).to.deep.equal({});
    expect(await readCommitWords(repository, "--output=x")).to.deep.equal({});
    expect(await readCommitWords(folder("none"), head())).to.deep.equal({});
  });

  it("is told a hundred commits at first, and more where these do not go on in what is known", async () => {
    const facts = { commitSha: head(), branch: "main" };
    const { sent, notes } = await tell(repository, facts);
    expect(sent.map(({ commits }) => commits.length)).to.deep.equal([100]);
    expect(sent[0]).to.include({ branch: "main", project: "shop" });
    expect(notes).to.deep.equal([]);
    const more = await tell(repository, facts, [{ joined: false, known: false }]);
    expect(more.sent.map(({ commits }) => commits.length)).to.deep.equal([100, 133]);
    expect(more.sent[1]?.commits.at(-1)?.[1]).to.deep.equal([]);
    expect(more.notes).to.deep.equal([
      `The history of ${head().slice(0, 7)} does not connect to the history that Plumbline knows.`,
    ]);
  });

  it("of a shallow clone ends with the parents that the commit has", async () => {
    const { sent, notes } = await tell(folder("shallow"), { commitSha: head(), branch: "main" });
    expect(sent[0]?.commits).to.deep.equal([[head(), [head(repository, "HEAD^1"), head(repository, "HEAD^2")], 42]]);
    expect(notes).to.deep.equal([]);
  });

  const unknown = [{ joined: false, known: false }];
  for (const [what, where, facts, answers, said] of [
    [
      "a shallow clone on GitHub",
      "shallow",
      { ciProvider: "GitHub Actions", branch: "main" },
      unknown,
      /does not connect .* is shallow: add "fetch-depth: 0" to the step actions\/checkout, or give the service a token of the code host\.$/,
    ],
    [
      "a shallow clone on GitLab",
      "shallow",
      { ciProvider: "GitLab CI/CD", branch: "main" },
      unknown,
      /is shallow: set the variable "GIT_DEPTH: 0" of the job, or give the service a token of the code host\.$/,
    ],
    [
      "a shallow clone elsewhere",
      "shallow",
      { branch: "main" },
      unknown,
      /is shallow: run "git fetch --unshallow" before, or give the service a token of the code host\.$/,
    ],
    [
      "a commit that a shallow clone lacks",
      "shallow",
      { branch: "main", commitSha: "1".repeat(40) },
      unknown,
      /^The run has no history: the clone does not have the commit 1111111\. It is shallow: run "git fetch --unshallow" before, or give the service a token of the code host\.$/,
    ],
    [
      "a commit that the clone lacks",
      "repository",
      { branch: "main", commitSha: "1".repeat(40) },
      unknown,
      /^The run has no history: the clone does not have the commit 1111111\.$/,
    ],
    [
      "something that is no commit",
      "repository",
      { branch: "main", commitSha: "--all" },
      unknown,
      /^"--all" is not a commit id, so the run has no history\.$/,
    ],
    [
      "a folder outside of any repository",
      "none",
      {},
      unknown,
      /^The run has no history: .*none is not a git repository\.$/,
    ],
    [
      "a service that is away",
      "repository",
      { branch: "main" },
      [],
      /^The history could not be sent: Plumbline is away\.$/,
    ],
    [
      "rows that were left out",
      "repository",
      { branch: "main" },
      [{ joined: true, known: true, warnings: ["A row was left out."] }],
      /^A row was left out\.$/,
    ],
  ] as const)
    it(`${what} is said in a sentence`, async () => {
      const { notes } = await tell(folder(where), facts, [...answers] as Parameters<typeof tell>[2]);
      expect(notes).to.have.length(1);
      expect(notes[0]).to.match(said);
    });

  it("a detached HEAD without a branch of CI asks for --branch, and its history is told all the same", async () => {
    const { sent, notes } = await tell(repository, { commitSha: head() });
    expect(sent).to.have.length(1);
    expect(notes).to.deep.equal([
      "No branch found (detached HEAD): pass --branch, or the run counts as a run of main.",
    ]);
  });

  it("a machine without git is told of", async () => {
    const { PATH } = process.env;
    process.env.PATH = folder("none");
    try {
      expect((await tell(repository, {})).notes).to.deep.equal(["The run has no history: git is not installed here."]);
    } finally {
      process.env.PATH = PATH;
    }
  });
});

describe("the pull request that a commit merged", () => {
  for (const [subject, number] of [
    ["Cheaper shipping (#41)", 41],
    ["Merge pull request #41 from ann/shipping", 41],
    ["Merged in shipping (pull request #41)", 41],
    ["Merged PR 41: Cheaper shipping", 41],
    ['Revert "Cheaper shipping (#41)" (#43)', 43],
    ['Revert "Cheaper shipping (#41)"', null],
    ["Fix #41", null],
    ["Cheaper shipping (see #41)", null],
    ["Nothing (#0)", null],
  ] as const)
    it(`of "${subject}" is ${number}`, () => expect(mergedPull(subject)).to.equal(number));

  it("is named in the text of GitLab's merges", () => {
    expect(mergedByGitLab("Shipping\n\nSee merge request shop/web!41\n")).to.equal(41);
    expect(mergedByGitLab("As in shop/web!41")).to.equal(null);
  });
});
