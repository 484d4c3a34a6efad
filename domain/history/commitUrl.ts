// Determines the address at which people can view the commit of a run.

type Told = { prUrl: string | null; commitSha: string | null; commitUrl?: string | null };

/** Returns the address given by CI, otherwise derives it from the pull request's address on GitHub or GitLab. null if unknown. */
export function commitUrlOf({ prUrl, commitSha, commitUrl }: Told): string | null {
  if (commitUrl) return commitUrl;
  if (!prUrl || !commitSha || !/^[\da-f]{7,64}$/i.test(commitSha)) return null;
  const found = /^(https?:\/\/[^?#]+?)\/(pull|-\/merge_requests)\/\d+/.exec(prUrl);
  if (!found) return null;
  return `${found[1]}/${found[2] === "pull" ? "commit" : "-/commit"}/${commitSha}`;
}
