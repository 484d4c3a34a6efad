// Tickets of Jira, on its cloud and on own servers: the version 2 of its API, whose comments are wiki text.
import { createClient, isApiError } from "jira.js/core";
import { type CommentThread, type HostComment, HostError } from "../codeHosts/codeHost.ts";

const DEADLINE_MS = 15_000;
const MOST_COMMENTS = 1_000;

type Comment = { id: string; body: string; author?: { accountId?: string; name?: string } };
export type JiraPlace = { baseUrl: string; email: string | null; token: string; key: string };

/** Both reject with HostError; the message never holds the token. */
export function jiraIssue({ baseUrl, email, token, key }: JiraPlace): {
  read(): Promise<{ title: string; description: string; url: string }>;
  thread: CommentThread;
} {
  const host = baseUrl.replace(/\/+$/, "");
  const client = createClient({
    host,
    auth: email === null ? { type: "bearer", token } : { type: "basic", email, apiToken: token },
    retry: { maxAttempts: 2 },
  });
  const at = `/rest/api/2/issue/${encodeURIComponent(key)}`;
  const ask = <T>(
    url: string,
    more: { method?: "GET" | "POST" | "PUT" | "DELETE"; body?: unknown; searchParams?: Record<string, unknown> } = {},
  ) => told(() => client.sendRequest<T>({ url, ...more }) as Promise<T>);
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
          searchParams: { maxResults: MOST_COMMENTS },
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

/** The library takes no signal: the caller goes on after the deadline, whatever becomes of the request. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new HostError(0, `no answer within ${DEADLINE_MS / 1_000} s`)), DEADLINE_MS);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    if (error instanceof HostError) throw error;
    // The library's errors hold the whole request; only the status goes on.
    throw new HostError(isApiError(error) ? error.status : 0, isApiError(error) ? "refused" : "no answer");
  } finally {
    clearTimeout(timer);
  }
}
