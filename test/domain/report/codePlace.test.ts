import { expect } from "chai";
import { codePlaceOf, githubSite, hostOfRun, type PlaceInput } from "../../../domain/report/codePlace.ts";

const HUB = { host: "github" as const, site: "https://github.com", repository: null };
const LAB = { host: "gitlab" as const, site: "https://git.corp.test/lab", repository: null };

const CASES: [name: string, input: Partial<PlaceInput>, expected: string][] = [
  [
    "no host",
    { hosts: [] },
    "No code host is set up. The operator of this service must set SVC_GITHUB_TOKEN or SVC_GITLAB_TOKEN.",
  ],
  [
    "nothing known",
    {},
    "The repository is unknown: pass repository (owner/name), or set SVC_GITHUB_REPOSITORY or SVC_GITLAB_PROJECT.",
  ],
  ["named", { repository: "acme/shop" }, "github acme/shop"],
  ["named with .git", { repository: "/acme/shop.git" }, "github acme/shop"],
  ["an address", { repository: "https://github.com/acme/shop" }, "github acme/shop"],
  ["an address of a pull request", { repository: "https://github.com/acme/shop/pull/7/files" }, "github acme/shop"],
  ["of the run", { prUrl: "https://github.com/acme/shop/pull/7" }, "github acme/shop"],
  [
    "the run before the settings",
    { prUrl: "https://github.com/acme/shop/pull/7", hosts: [{ ...HUB, repository: "a/b" }] },
    "github acme/shop",
  ],
  ["the call before the run", { repository: "x/y", prUrl: "https://github.com/acme/shop/pull/7" }, "github x/y"],
  ["the settings", { hosts: [{ ...HUB, repository: "a/b" }] }, "github a/b"],
  [
    "a run elsewhere is passed over",
    { prUrl: "https://evil.test/acme/shop/pull/7", hosts: [{ ...HUB, repository: "a/b" }] },
    "github a/b",
  ],
  [
    "an address elsewhere",
    { repository: "https://evil.test/acme/shop" },
    "The repository is not on a host that is set up: https://github.com.",
  ],
  [
    "GitLab below a path, with groups",
    { prUrl: "https://git.corp.test/lab/g/sub/shop/-/merge_requests/3", hosts: [LAB] },
    "gitlab g/sub/shop",
  ],
  [
    "not below that path",
    { prUrl: "https://git.corp.test/other/g/shop/-/merge_requests/3", hosts: [LAB] },
    "The repository is unknown: pass repository (owner/name), or set SVC_GITHUB_REPOSITORY or SVC_GITLAB_PROJECT.",
  ],
  ["a number", { repository: "42", hosts: [LAB] }, "gitlab 42"],
  [
    "both, by the address of the run",
    { prUrl: "https://git.corp.test/lab/g/shop/-/merge_requests/3", hosts: [HUB, LAB] },
    "gitlab g/shop",
  ],
  [
    "both, by the CI system that started the run",
    {
      ciProvider: "GitLab CI/CD",
      hosts: [
        { ...HUB, repository: "a/b" },
        { ...LAB, repository: "g/shop" },
      ],
    },
    "gitlab g/shop",
  ],
  ["both, by the number of groups", { repository: "g/sub/shop", hosts: [HUB, LAB] }, "gitlab g/sub/shop"],
  [
    "both, and no telling",
    { repository: "g/shop", hosts: [HUB, LAB] },
    "Both GitHub and GitLab are set up. Pass host.",
  ],
  ["both, and named", { repository: "g/shop", host: "gitlab", hosts: [HUB, LAB] }, "gitlab g/shop"],
  [
    "both, one of them usual",
    { repository: "g/shop", hosts: [{ ...HUB, repository: "g/shop" }, LAB] },
    "github g/shop",
  ],
  ["a host without a token", { host: "gitlab", repository: "a/b" }, "No token for gitlab; set up: github."],
  ["no repository's name", { repository: "a/b/c" }, '"a/b/c" is not a GitHub repository. Use owner/name.'],
  ["a way out", { repository: "../.." }, '"../.." is not a GitHub repository. Use owner/name.'],
];

describe("codePlaceOf", () => {
  for (const [name, input, expected] of CASES)
    it(name, () => {
      const found = codePlaceOf({ prUrl: null, hosts: [HUB], ...input });
      expect("problem" in found ? found.problem : `${found.host} ${found.repository}`).to.equal(expected);
    });

  for (const [api, site] of [
    ["https://api.github.com", "https://github.com"],
    ["https://ghe.corp.test/api/v3/", "https://ghe.corp.test"],
    ["https://api.corp.ghe.com", "https://corp.ghe.com"],
    ["http://127.0.0.1:9000", "http://127.0.0.1:9000"],
  ] as const)
    it(`people open ${site} where the API is ${api}`, () => {
      expect(githubSite(api)).to.equal(site);
    });
});

describe("the code host of a run", () => {
  const hosts = [HUB, LAB];
  const CASES: [name: string, run: { prUrl: string | null; ciProvider: string | null }, expected: string | null][] = [
    ["its pull request", { prUrl: "https://github.com/acme/shop/pull/7", ciProvider: "GitLab CI/CD" }, "github"],
    ["its CI system", { prUrl: null, ciProvider: "GitHub Actions" }, "github"],
    ["its CI system, of the other host", { prUrl: null, ciProvider: "GitLab CI/CD" }, "gitlab"],
    ["a CI system of no host", { prUrl: null, ciProvider: "CircleCI" }, null],
    ["nothing", { prUrl: null, ciProvider: null }, null],
  ];
  for (const [name, run, expected] of CASES)
    it(`by ${name}`, () => {
      expect(hostOfRun({ ...run, hosts })).to.equal(expected);
    });
  it("is none that is not set up", () => {
    expect(hostOfRun({ prUrl: null, ciProvider: "GitLab CI/CD", hosts: [HUB] })).to.equal(null);
  });
});
