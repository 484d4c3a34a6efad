import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { readFacts } from "../../../cli/client/facts.ts";

const GITHUB = { GITHUB_ACTIONS: "true", GITHUB_REF: "refs/pull/7/merge", GITHUB_SHA: "merge" };

describe("what CI knows of the commit", () => {
  let folder: string;
  const event = (json: unknown) => {
    const file = path.join(folder, "event.json");
    writeFileSync(file, JSON.stringify(json));
    return { GITHUB_EVENT_PATH: file };
  };
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "plumbline-facts-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [what, env, expected] of [
    [
      "where the commit is, on GitHub",
      () => ({
        ...GITHUB,
        GITHUB_SERVER_URL: "https://github.test",
        GITHUB_REPOSITORY: "o/r",
        ...event({ pull_request: { number: 7, head: { sha: "head", ref: "feature" }, base: { ref: "main" } } }),
      }),
      {
        commitSha: "head",
        commitUrl: "https://github.test/o/r/commit/head",
        branch: "feature",
        prNumber: 7,
        baseBranch: "main",
        ciProvider: "GitHub Actions",
      },
    ],
    [
      "a pull request on GitHub: its head, not the merge",
      () => ({
        ...GITHUB,
        GITHUB_EVENT_NAME: "pull_request",
        ...event({
          pull_request: {
            number: 7,
            html_url: "https://github.test/o/r/pull/7",
            head: { sha: "head", ref: "feature" },
            base: { ref: "main" },
          },
        }),
      }),
      {
        commitSha: "head",
        branch: "feature",
        prNumber: 7,
        prUrl: "https://github.test/o/r/pull/7",
        baseBranch: "main",
        ciProvider: "GitHub Actions",
        scheduled: false,
      },
    ],
    [
      "a pull request from a fork's main, which is not the project's",
      () => ({
        ...GITHUB,
        GITHUB_EVENT_NAME: "pull_request",
        ...event({
          pull_request: {
            number: 8,
            head: { sha: "head", ref: "main", repo: { full_name: "ann/shop" } },
            base: { ref: "main", repo: { full_name: "acme/shop" } },
          },
        }),
      }),
      {
        commitSha: "head",
        branch: "ann:main",
        baseBranch: "main",
        prNumber: 8,
        ciProvider: "GitHub Actions",
        scheduled: false,
      },
    ],
    [
      "a pull request from a fork that was deleted",
      () => ({
        ...GITHUB,
        GITHUB_EVENT_NAME: "pull_request",
        ...event({
          pull_request: {
            number: 9,
            head: { sha: "head", ref: "main", label: "ann:main", repo: null },
            base: { ref: "main", repo: { full_name: "acme/shop" } },
          },
        }),
      }),
      {
        commitSha: "head",
        branch: "ann:main",
        baseBranch: "main",
        prNumber: 9,
        ciProvider: "GitHub Actions",
        scheduled: false,
      },
    ],
    [
      "a merge queue of GitHub",
      () => ({
        ...GITHUB,
        GITHUB_EVENT_NAME: "merge_group",
        ...event({ merge_group: { head_sha: "queued", head_ref: "refs/heads/gh-readonly-queue/main/pr-7-a" } }),
      }),
      {
        commitSha: "queued",
        branch: "gh-readonly-queue/main/pr-7-a",
        baseBranch: "main",
        prNumber: 7,
        ciProvider: "GitHub Actions",
        scheduled: false,
      },
    ],
    [
      "a push on GitHub, whose event cannot be read",
      () => ({ ...GITHUB, GITHUB_REF: "refs/heads/main", GITHUB_SHA: "abc", GITHUB_EVENT_PATH: "/nowhere" }),
      { commitSha: "abc", branch: "main", ciProvider: "GitHub Actions" },
    ],
    [
      "a merge request on GitLab, by its number in the project",
      () => ({
        GITLAB_CI: "true",
        CI_COMMIT_SHA: "merged",
        CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "head",
        CI_MERGE_REQUEST_ID: "90001",
        CI_MERGE_REQUEST_IID: "7",
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "feature",
        CI_MERGE_REQUEST_PROJECT_URL: "https://gitlab.test/g/p",
      }),
      {
        commitSha: "head",
        branch: "feature",
        prNumber: 7,
        prUrl: "https://gitlab.test/g/p/-/merge_requests/7",
        ciProvider: "GitLab CI/CD",
      },
    ],
    [
      "a merge request from a fork on GitLab",
      () => ({
        GITLAB_CI: "true",
        CI_COMMIT_SHA: "head",
        CI_MERGE_REQUEST_IID: "7",
        CI_MERGE_REQUEST_ID: "90001",
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "main",
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
        CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: "people/ann/shop",
        CI_PROJECT_PATH: "acme/shop",
      }),
      {
        commitSha: "head",
        branch: "people/ann:main",
        baseBranch: "main",
        prNumber: 7,
        ciProvider: "GitLab CI/CD",
      },
    ],
    [
      "the only merge request of a branch whose pipeline runs on GitLab",
      () => ({
        GITLAB_CI: "true",
        CI_COMMIT_SHA: "abc",
        CI_COMMIT_REF_NAME: "feature",
        CI_PROJECT_PATH: "g/p",
        CI_PROJECT_URL: "https://gitlab.test/g/p",
        CI_OPEN_MERGE_REQUESTS: "g/p!7,other/p!9",
      }),
      {
        commitSha: "abc",
        commitUrl: "https://gitlab.test/g/p/-/commit/abc",
        branch: "feature",
        prNumber: 7,
        prUrl: "https://gitlab.test/g/p/-/merge_requests/7",
        ciProvider: "GitLab CI/CD",
      },
    ],
    [
      "a pull request from a fork on GitHub, in Azure Pipelines",
      () => ({
        BUILD_BUILDURI: "vstfs:///Build/1",
        BUILD_REASON: "PullRequest",
        BUILD_SOURCEVERSION: "merge",
        SYSTEM_PULLREQUEST_PULLREQUESTID: "593022233",
        SYSTEM_PULLREQUEST_PULLREQUESTNUMBER: "7",
        SYSTEM_PULLREQUEST_SOURCECOMMITID: "head",
        SYSTEM_PULLREQUEST_SOURCEBRANCH: "main",
        SYSTEM_PULLREQUEST_TARGETBRANCH: "main",
        SYSTEM_PULLREQUEST_ISFORK: "True",
        SYSTEM_PULLREQUEST_SOURCEREPOSITORYURI: "https://github.test/ann/shop",
      }),
      {
        commitSha: "head",
        branch: "ann:main",
        baseBranch: "main",
        prNumber: 7,
        ciProvider: "Azure Pipelines",
        scheduled: false,
      },
    ],
    [
      "a branch that Jenkins names with its remote",
      () => ({ JENKINS_URL: "https://ci.test/", GIT_COMMIT: "abc", GIT_BRANCH: "origin/main" }),
      { commitSha: "abc", branch: "main", ciProvider: "Jenkins" },
    ],
    [
      "a pull request in Jenkins, by its own branch",
      () => ({
        JENKINS_URL: "https://ci.test/",
        GIT_COMMIT: "abc",
        BRANCH_NAME: "PR-12",
        CHANGE_ID: "12",
        CHANGE_BRANCH: "feature",
        CHANGE_TARGET: "main",
      }),
      { commitSha: "abc", branch: "feature", baseBranch: "main", prNumber: 12, ciProvider: "Jenkins" },
    ],
    [
      "a pull request from a fork in Jenkins",
      () => ({
        JENKINS_URL: "https://ci.test/",
        GIT_COMMIT: "abc",
        BRANCH_NAME: "PR-12",
        CHANGE_ID: "12",
        CHANGE_BRANCH: "main",
        CHANGE_FORK: "stranger",
      }),
      { commitSha: "abc", branch: "stranger:main", prNumber: 12, ciProvider: "Jenkins" },
    ],
    [
      "a merge request that GitLab's plug-in starts in Jenkins",
      () => ({
        JENKINS_URL: "https://ci.test/",
        GIT_COMMIT: "abc",
        GIT_BRANCH: "origin/merge-requests/12",
        gitlabSourceBranch: "feature",
        gitlabMergeRequestId: "999",
        gitlabMergeRequestIid: "12",
      }),
      { commitSha: "abc", branch: "feature", prNumber: 12, ciProvider: "Jenkins" },
    ],
    [
      "the main branch on GitLab, which is to be merged into another",
      () => ({
        GITLAB_CI: "true",
        CI_COMMIT_SHA: "abc",
        CI_COMMIT_REF_NAME: "main",
        CI_COMMIT_BRANCH: "main",
        CI_DEFAULT_BRANCH: "main",
        CI_PROJECT_PATH: "g/p",
        CI_OPEN_MERGE_REQUESTS: "g/p!7",
      }),
      { commitSha: "abc", branch: "main", ciProvider: "GitLab CI/CD" },
    ],
  ] as const)
    it(what, async () => {
      expect(await readFacts(env(), folder)).to.deep.equal(expected);
    });

  for (const [what, env, expected] of [
    ["GitHub: a nightly job", { GITHUB_EVENT_NAME: "schedule" }, true],
    ["GitHub: a push", { GITHUB_EVENT_NAME: "push" }, false],
    ["GitHub: a person started it", { GITHUB_EVENT_NAME: "workflow_dispatch" }, undefined],
    ["GitLab: a nightly pipeline", { CI_PIPELINE_SOURCE: "schedule" }, true],
    ["GitLab: a merge request", { CI_PIPELINE_SOURCE: "merge_request_event" }, false],
    ["Azure: a nightly build", { BUILD_REASON: "Schedule" }, true],
    ["Azure: pushes together", { BUILD_REASON: "BatchedCI" }, false],
    ["Buildkite: a nightly build", { BUILDKITE_SOURCE: "schedule" }, true],
    ["a system that says nothing of it", { JENKINS_URL: "https://ci.test" }, undefined],
  ] as const)
    it(`what started the job, on ${what}`, async () => {
      expect((await readFacts({ PATH: process.env.PATH, ...env }, folder)).scheduled).to.equal(expected);
    });

  it("nothing outside of CI and of any repository", async () => {
    expect(
      await readFacts({ PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: path.dirname(folder) }, folder),
    ).to.deep.equal({});
  });
});
