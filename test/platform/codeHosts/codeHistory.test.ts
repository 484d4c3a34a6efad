// Commits in the documented format of GitHub and GitLab, and what is read from them.
import { expect } from "chai";
import type { CodeHistory } from "../../../platform/codeHosts/codeHistory.ts";
import { githubHistory } from "../../../platform/codeHosts/githubHistory.ts";
import { gitlabHistory } from "../../../platform/codeHosts/gitlabHistory.ts";

const sha = (digit: string) => digit.repeat(40);
const onGithub = (id: string, parents: string[], message: string) => ({
  url: `https://api.github.com/repos/octocat/Hello-World/commits/${id}`,
  sha: id,
  node_id: "MDY6Q29tbWl0",
  comments_url: "https://api.github.com/x",
  author: { login: "octocat", id: 1 },
  commit: {
    author: { name: "Monalisa Octocat", email: "mona@github.com", date: "2011-04-14T16:00:49Z" },
    message,
    tree: { sha: id, url: "https://api.github.com/t" },
    verification: { verified: false, reason: "unsigned", signature: null, payload: null },
  },
  parents: parents.map((parent) => ({ sha: parent, url: `https://api.github.com/commits/${parent}` })),
});
const onGitlab = (id: string, parents: string[], message: string) => ({
  id,
  short_id: id.slice(0, 8),
  title: message.split("\n")[0],
  message,
  parent_ids: parents,
  author_name: "Dmitriy",
  author_email: "d@gitlab.com",
  created_at: "2012-09-20T11:50:22+03:00",
  trailers: {},
});
/** A branch of two commits that merged main, and whose base is a squash. */
const told: [string, string[], string][] = [
  [sha("4"), [sha("3"), sha("2")], "Merge branch 'main' into feature"],
  [sha("3"), [sha("1")], "Begin\n\nSee merge request acme/shop!9"],
];
const base: [string, string[], string] = [sha("2"), [sha("1")], "A redder button (#41)\n\n* Red\n* Redder"];
const rows = [
  [sha("4"), [sha("3"), sha("2")], null],
  [sha("3"), [sha("1")], 9],
];
const mergeBase = [sha("2"), [sha("1")], 41];
const PLACE = { token: "t", repository: "acme/shop" };

describe("the commits that a code host tells", () => {
  let asked: string[];
  beforeEach(() => {
    asked = [];
  });
  /** Responds with the first pattern that matches the address. */
  const answering =
    (answers: readonly (readonly [RegExp, unknown])[]) =>
    async (input: string | URL | Request): Promise<Response> => {
      const address = decodeURIComponent(new URL(String(input)).href.replace(/^https?:\/\/[^/]+/, ""));
      asked.push(address);
      const [, body] = answers.find(([pattern]) => pattern.test(address)) ?? [];
      return Response.json(body ?? { message: "Not Found" }, { status: body === undefined ? 404 : 200 });
    };
  const hosts: [string, CodeHistory, string[], string[]][] = [
    [
      "GitHub",
      githubHistory(
        { ...PLACE, url: "https://api.github.test" },
        answering([
          [
            /\/compare\/release\/2\.\.\.4444444\?/,
            {
              status: "diverged",
              ahead_by: 2,
              behind_by: 1,
              total_commits: 2,
              files: [],
              base_commit: onGithub(...base),
              merge_base_commit: onGithub(...base),
              commits: told.toReversed().map((one) => onGithub(...one)),
            },
          ],
          [/\/commits\?/, told.map((one) => onGithub(...one))],
        ]),
      ),
      ["/repos/acme/shop/compare/release/2...4444444?per_page=100&page=1"],
      ["/repos/acme/shop/commits?per_page=100&sha=main&page=3"],
    ],
    [
      "GitLab",
      gitlabHistory(
        { ...PLACE, url: "https://gitlab.test" },
        answering([
          [/\/merge_base\?/, onGitlab(...base)],
          [/\/commits\?/, told.map((one) => onGitlab(...one))],
        ]),
      ),
      [
        "/api/v4/projects/acme/shop/repository/merge_base?refs[]=release/2&refs[]=4444444",
        `/api/v4/projects/acme/shop/repository/commits?ref_name=${sha("2")}..4444444&per_page=100&page=1`,
      ],
      ["/api/v4/projects/acme/shop/repository/commits?ref_name=main&per_page=100&page=3"],
    ],
  ];
  for (const [host, history, compare, ancestors] of hosts) {
    it(`of ${host} are rows, newest first, with where the branch began`, async () => {
      expect(await history.compare("release/2", "4444444")).to.deep.equal({
        mergeBase,
        between: rows,
        complete: true,
      });
      expect(asked).to.deep.equal(compare);
    });
    it(`of ${host} come in pages, and the last one is known`, async () => {
      expect(await history.ancestors("main", 3)).to.deep.equal({ rows, last: true });
      expect(asked).to.deep.equal(ancestors);
    });
  }
});
