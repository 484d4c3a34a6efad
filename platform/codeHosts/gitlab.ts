// Comments (notes) of a merge request on GitLab.
import { oneLine } from "../../domain/text.ts";
import { type CommentThread, type HostComment, HostError } from "./codeHost.ts";
import type { Fetch } from "./retryingFetch.ts";

/** Maximum number of pages, of 100 notes each, that are searched. */
const MAX_PAGES = 30;

type Note = { id: number; body: string; system: boolean; author: { id: number } };
type Options = { searchParams?: Record<string, unknown>; body?: unknown };
type Answer = { body: never; headers: Record<string, string>; status: number };

/** `project`: full path (group/name) or number. `url`: https://gitlab.com, or the address of a self-hosted server. */
export async function gitlabThread(
  place: { token: string; url: string; project: string; prNumber: number },
  fetch: Fetch,
): Promise<CommentThread> {
  // Loaded when first needed, because it is large, and most installations use one host.
  const { MergeRequestNotes, MergeRequests, Users } = await import("@gitbeaker/rest");
  const options = {
    host: place.url.replace(/\/+$/, ""),
    // As a bearer token, which `fetch` drops on a redirect to another origin.
    oauthToken: place.token,
    requesterFn: requesterOver(fetch),
  };
  const notes = new MergeRequestNotes(options);
  const { project, prNumber } = place;
  let webUrl: string | null = null;
  const thread = threadOf({
    notes,
    users: new Users(options),
    on: [project, prNumber],
    address: () => webUrl ?? `${options.host}/${project}/-/merge_requests/${prNumber}`,
  });
  return {
    ...thread,
    async own(marker) {
      webUrl ??= (await new MergeRequests(options).show(project, prNumber)).web_url;
      return thread.own(marker);
    },
  };
}

type Notes = {
  all(project: string, on: number, options: object): Promise<Note[]>;
  create(project: string, on: number, body: string): Promise<Note>;
  edit(project: string, on: number, id: number, change: { body: string }): Promise<Note>;
  remove(project: string, on: number, id: number): Promise<void>;
};
type Noted = {
  notes: Notes;
  users: { showCurrentUser(): Promise<{ id: number }> };
  on: readonly [project: string, number: number];
  address: () => string;
};

/** Returns the notes on a merge request or an issue. */
function threadOf({ notes, users, on, address }: Noted): CommentThread {
  let account: number | null = null;
  const shown = ({ id, body }: Note): HostComment => ({ id, body, url: `${address()}#note_${id}` });
  return {
    async own(marker) {
      account ??= (await users.showCurrentUser()).id;
      const all = await notes.all(...on, { perPage: 100, maxPages: MAX_PAGES, sort: "asc", orderBy: "created_at" });
      return all
        .filter(({ system, author, body }) => !system && author.id === account && body.startsWith(marker))
        .sort((a, b) => a.id - b.id)
        .map(shown);
    },
    create: async (body) => shown(await notes.create(...on, body)),
    update: async (id, body) => shown(await notes.edit(...on, id, { body })),
    remove: (id) => notes.remove(...on, id),
  };
}

/** Returns the content of an issue, and its notes. Both reject with HostError. */
export async function gitlabIssue(
  place: { token: string; url: string; project: string; number: number },
  fetch: Fetch,
): Promise<{ read(): Promise<{ title: string; description: string; url: string }>; thread: CommentThread }> {
  const { IssueNotes, Issues, Users } = await import("@gitbeaker/rest");
  const host = place.url.replace(/\/+$/, "");
  const options = { host, oauthToken: place.token, requesterFn: requesterOver(fetch) };
  const { project, number } = place;
  return {
    async read() {
      const { title, description, web_url } = await new Issues(options).show(number, { projectId: project });
      return { title: String(title), description: String(description ?? ""), url: String(web_url) };
    },
    thread: threadOf({
      notes: new IssueNotes(options),
      users: new Users(options),
      on: [project, number],
      address: () => `${host}/${project}/-/issues/${number}`,
    }),
  };
}

type Service = { url: string; authHeaders: Record<string, () => Promise<string>> };

/** Calls GitLab's API by path, for what does not need the library. Rejects with HostError. */
export const gitlabCalls = ({ token, url }: { token: string; url: string }, fetch: Fetch) =>
  callsOver(fetch, {
    url: `${url.replace(/\/+$/, "")}/api/v4/`,
    authHeaders: { authorization: async () => `Bearer ${token}` },
  });

/**
 * The library's own requester retries ten times with pauses of milliseconds and accepts no deadline; this one leaves both to `fetch`.
 * Rejects with HostError.
 */
const requesterOver = (fetch: Fetch) => (service: Service) => callsOver(fetch, service) as never;

function callsOver(fetch: Fetch, service: Service) {
  const send =
    (method: string) =>
    async (endpoint: string, { searchParams = {}, body }: Options = {}): Promise<Answer> => {
      const url = new URL(endpoint, service.url.endsWith("/") ? service.url : `${service.url}/`);
      for (const [name, value] of Object.entries(searchParams))
        if (value !== undefined) url.searchParams.set(snakeCase(name), String(value));
      const headers: Record<string, string> = { "user-agent": "plumbline" };
      for (const [name, value] of Object.entries(service.authHeaders)) headers[name] = await value();
      if (body !== undefined) headers["content-type"] = "application/json";
      const answer = await fetch(url, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new HostError(answer.status, sentenceOf(text));
      const parsed = (text === "" ? null : JSON.parse(text)) as never;
      return { body: parsed, headers: Object.fromEntries(answer.headers), status: answer.status };
    };
  return { get: send("GET"), post: send("POST"), put: send("PUT"), patch: send("PATCH"), delete: send("DELETE") };
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns GitLab's `message` or `error`, a string or an object of lists. */
function sentenceOf(text: string): string {
  let said: unknown = text;
  try {
    const { message, error } = JSON.parse(text) as { message?: unknown; error?: unknown };
    said = message ?? error ?? "";
  } catch {
    // Not JSON, for example a proxy's page: use the text itself.
  }
  return oneLine(typeof said === "string" ? said : JSON.stringify(said)).slice(0, 200);
}
