// Where people look at the commit of a run.

type Told = { prUrl: string | null; commitSha: string | null; commitUrl?: string | null };

/** As CI said it, else on GitHub and GitLab from the address of the pull request. null: nobody knows. */
export function commitUrlOf({ prUrl, commitSha, commitUrl }: Told): string | null {
  if (commitUrl) return commitUrl;
  if (!prUrl || !commitSha || !/^[\da-f]{7,64}$/i.test(commitSha)) return null;
  const found = /^(https?:\/\/[^?#]+?)\/(pull|-\/merge_requests)\/\d+/.exec(prUrl);
  if (!found) return null;
  return `${found[1]}/${found[2] === "pull" ? "commit" : "-/commit"}/${commitSha}`;
}
