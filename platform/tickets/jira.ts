// Tickets of Jira, in its cloud and on self-hosted servers: version 2 of its API, whose comments are wiki text.
import { type CommentThread, type HostComment, HostError } from "../codeHosts/codeHost.ts";
import type { Fetch } from "../codeHosts/retryingFetch.ts";

const MAX_COMMENTS = 1_000;

type Comment = { id: string; body: string; author?: { accountId?: string; name?: string } };
export type JiraPlace = { baseUrl: string; email: string | null; token: string; key: string };

/** Both reject with HostError; the message never contains the token. */
export function jiraIssue(
  { baseUrl, email, token, key }: JiraPlace,
  fetch: Fetch,
): {
  read(): Promise<{ title: string; description: string; url: string }>;
  thread: CommentThread;
} {
  const host = baseUrl.replace(/\/+$/, "");
  const authorization =
    email === null ? `Bearer ${token}` : `Basic ${Buffer.from(`${email}:${token}`).toString("base64")}`;
  const at = `/rest/api/2/issue/${encodeURIComponent(key)}`;
  const ask = async <T>(
    path: string,
    {
      method = "GET",
      body,
      searchParams = {},
    }: { method?: string; body?: object; searchParams?: Record<string, string> } = {},
  ): Promise<T> => {
    const url = new URL(`${host}${path}`);
    for (const [name, value] of Object.entries(searchParams)) url.searchParams.set(name, value);
    const answer = await fetch(url, {
      method,
      headers: { authorization, accept: "application/json", "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new HostError(answer.status, "refused");
    const text = await answer.text();
    try {
      return (text === "" ? null : JSON.parse(text)) as T;
    } catch {
      throw new HostError(0, "its response is not JSON");
    }
  };
  const shown = ({ id, body }: Comment): HostComment => ({
    id: Number(id),
    body,
    url: `${host}/browse/${key}?focusedCommentId=${id}`,
  });
  const idOf = (author: Comment["author"]) => author?.accountId ?? author?.name ?? null;
  return {
    async read() {
      const { fields } = await ask<{ fields?: { summary?: unknown; description?: unknown } }>(at, {
        searchParams: { fields: "summary,description" },
      });
      const text = (value: unknown) => (typeof value === "string" ? value : "");
      return { title: text(fields?.summary), description: text(fields?.description), url: `${host}/browse/${key}` };
    },
    thread: {
      async own(marker) {
        const me = idOf(await ask<NonNullable<Comment["author"]>>("/rest/api/2/myself"));
        const { comments } = await ask<{ comments: Comment[] }>(`${at}/comment`, {
          searchParams: { maxResults: String(MAX_COMMENTS) },
        });
        return comments
          .filter(({ body, author }) => me !== null && idOf(author) === me && body.startsWith(marker))
          .map(shown)
          .sort((a, b) => a.id - b.id);
      },
      create: async (body) => shown(await ask<Comment>(`${at}/comment`, { method: "POST", body: { body } })),
      update: async (id, body) => shown(await ask<Comment>(`${at}/comment/${id}`, { method: "PUT", body: { body } })),
      remove: async (id) => {
        await ask(`${at}/comment/${id}`, { method: "DELETE" });
      },
    },
  };
}
