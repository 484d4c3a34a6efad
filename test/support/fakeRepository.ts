// Commits of a repository as GitHub's and GitLab's APIs return them, following their documented response format.

/** Listed oldest first, so that a later commit can name an earlier one as its parent. */
export type FakeCommit = { sha: string; parents: readonly string[]; message?: string };
type Answer = { status: number; body?: unknown };

/** `branches`: the newest commit of each branch. */
export function fakeRepository(commits: readonly FakeCommit[], branches: Readonly<Record<string, string>>) {
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]));
  const resolve = (name: string) => bySha.get(branches[name] ?? name)?.sha ?? null;

  const reachable = (from: string): ReadonlySet<string> => {
    const found = new Set<string>();
    const open = [from];
    for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
      if (found.has(sha)) continue;
      found.add(sha);
      open.push(...(bySha.get(sha)?.parents ?? []));
    }
    return found;
  };
  /** Newest first. `range`: a name, or two names joined by two dots. */
  const log = (range: string): FakeCommit[] | null => {
    const [head = "", without] = range.split("..").reverse();
    const [from, not] = [resolve(head), without === undefined ? null : resolve(without)];
    if (from === null || (without !== undefined && not === null)) return null;
    const left = not === null ? new Set<string>() : reachable(not);
    const wanted = reachable(from);
    return commits.filter(({ sha }) => wanted.has(sha) && !left.has(sha)).toReversed();
  };
  const mergeBase = (one: string, other: string): FakeCommit | null => {
    const [a, b] = [resolve(one), resolve(other)];
    if (a === null || b === null) return null;
    const [ours, theirs] = [reachable(a), reachable(b)];
    return commits.findLast(({ sha }) => ours.has(sha) && theirs.has(sha)) ?? null;
  };
  const pageOf = <T>(url: URL, list: readonly T[]): T[] => {
    const [page, size] = [Number(url.searchParams.get("page") ?? 1), Number(url.searchParams.get("per_page") ?? 30)];
    return list.slice((page - 1) * size, page * size);
  };
  const onGithub = ({ sha, parents, message = "A change" }: FakeCommit) => ({
    sha,
    node_id: "MDY6",
    html_url: `https://github.test/acme/shop/commit/${sha}`,
    commit: { message, author: { name: "Ann", email: "ann@shop.test", date: "2026-11-12T10:00:00Z" } },
    parents: parents.map((parent) => ({ sha: parent, url: `https://github.test/commits/${parent}` })),
  });
  const onGitlab = ({ sha, parents, message = "A change" }: FakeCommit) => ({
    id: sha,
    short_id: sha.slice(0, 8),
    title: message.split("\n", 1)[0],
    message,
    author_name: "Ann",
    parent_ids: parents,
  });

  return {
    /** Responses for paths below `/repos/acme/shop`. */
    github(path: string, url: URL): Answer | null {
      const compared = /^\/compare\/(.+?)\.\.\.(.+)$/.exec(path);
      if (compared) {
        const [base = "", head = ""] = compared.slice(1).map(decodeURIComponent);
        const merge = mergeBase(base, head);
        if (merge === null) return { status: 404, body: { message: "Not Found" } };
        const between = (log(`${base}..${head}`) ?? []).toReversed();
        return {
          status: 200,
          body: {
            status: "diverged",
            total_commits: between.length,
            files: [],
            merge_base_commit: onGithub(merge),
            commits: pageOf(url, between).map(onGithub),
          },
        };
      }
      if (path !== "/commits") return null;
      const found = log(url.searchParams.get("sha") ?? "main");
      return found === null
        ? { status: 404, body: { message: "No commit found" } }
        : { status: 200, body: pageOf(url, found).map(onGithub) };
    },
    /** Responses for paths below `/api/v4/projects/acme%2Fshop/repository`. */
    gitlab(path: string, url: URL): Answer | null {
      if (path === "/merge_base") {
        const [one = "", other = ""] = url.searchParams.getAll("refs[]");
        const merge = mergeBase(one, other);
        return merge === null
          ? { status: 404, body: { message: "404 Merge Base Not Found" } }
          : { status: 200, body: onGitlab(merge) };
      }
      if (path !== "/commits") return null;
      const found = log(url.searchParams.get("ref_name") ?? "main");
      return found === null
        ? { status: 404, body: { message: "404 Tree Not Found" } }
        : { status: 200, body: pageOf(url, found).map(onGitlab) };
    },
  };
}
