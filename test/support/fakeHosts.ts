// GitHub's and GitLab's APIs for comments, statuses and commits, over real HTTP: they check the token, paginate lists and update in place.
import { createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { fakeRepository } from "./fakeRepository.ts";

export const TOKEN = "token-for-tests";
const PR = 7;

type Comment = { id: number; body: string; author: string; at: Date };
type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

export type FakeHost = Awaited<ReturnType<typeof fakeHost>>;

/** Serves pull (merge) request 7 of acme/shop; `account` is the owner of the token. */
export async function fakeHost(kind: "github" | "gitlab") {
  const state = {
    comments: [] as Comment[],
    account: "plumbline",
    /** Responses sent instead, in this order, to the next matching requests. */
    refuse: [] as { method?: string; path?: RegExp; query?: RegExp; answer: Answer; also?: () => void }[],
    requests: [] as { method: string; path: string; authorization: string }[],
    pageSize: 100,
    /** Runs before a comment is created, to simulate a concurrent change. */
    beforeCreate: null as (() => Promise<void>) | null,
    nextId: 1,
    /** Commit statuses, newest last. */
    statuses: [] as Record<string, unknown>[],
    /** Commits of acme/shop. */
    repository: null as ReturnType<typeof fakeRepository> | null,
    /** State of the pull request. */
    pull: { open: true, fork: false, head: "a".repeat(40) },
    /** Date of new comments. */
    now: () => new Date(),
    /** Matching requests are accepted and never answered. */
    silent: null as RegExp | null,
  };
  const route = kind === "github" ? github : gitlab;
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const url = new URL(req.url ?? "/", "http://host");
    const method = req.method ?? "GET";
    state.requests.push({ method, path: url.pathname, authorization: req.headers.authorization ?? "" });
    if (state.silent?.test(url.pathname)) return;
    const refusal = state.refuse.findIndex(
      (one) =>
        (one.method ?? method) === method &&
        (one.path?.test(url.pathname) ?? true) &&
        (one.query?.test(url.search) ?? true),
    );
    const [refused] = refusal >= 0 ? state.refuse.splice(refusal, 1) : [];
    refused?.also?.();
    if (refused) return send(res, refused.answer);
    if (!/^(?:token|Bearer) token-for-tests$/.test(req.headers.authorization ?? ""))
      return send(res, { status: 401, body: { message: "Bad credentials" } });
    const text = Buffer.concat(chunks).toString();
    send(res, await route(req, url, text === "" ? {} : JSON.parse(text)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const missing: Answer = { status: 404, body: { message: "Not Found" } };
  const paged = (url: URL, path: string): Answer => {
    const page = Number(url.searchParams.get("page") ?? 1);
    const size = Math.min(Number(url.searchParams.get("per_page") ?? 30), state.pageSize);
    const entries = state.comments.slice((page - 1) * size, page * size).map(shown);
    const next = new URL(path, base);
    next.search = url.search;
    next.searchParams.set("page", String(page + 1));
    const more = page * size < state.comments.length;
    return { status: 200, body: entries, headers: more ? { link: `<${next}>; rel="next"` } : {} };
  };
  const shown = ({ id, body, author, at }: Comment) =>
    kind === "github"
      ? {
          id,
          body,
          created_at: at.toISOString(),
          html_url: `https://github.test/acme/shop/pull/${PR}#issuecomment-${id}`,
          issue_url: `${base}/repos/acme/shop/issues/${PR}`,
          user: { id: idOf(author), login: author, type: author.endsWith("[bot]") ? "Bot" : "User" },
        }
      : {
          id,
          body,
          created_at: at.toISOString(),
          system: author === "system",
          author: { id: author === state.account ? 42 : idOf(author), username: author },
        };
  const create = async (body: unknown): Promise<Answer> => {
    await state.beforeCreate?.();
    const comment = {
      id: state.nextId++,
      body: String((body as Comment).body),
      author: state.account,
      at: state.now(),
    };
    state.comments.push(comment);
    return { status: 201, body: shown(comment) };
  };
  const read = (id: number): Answer => {
    const comment = state.comments.find((one) => one.id === id);
    return comment ? { status: 200, body: shown(comment) } : missing;
  };
  const change = (method: string, id: number, body: unknown): Answer => {
    const comment = state.comments.find((one) => one.id === id);
    if (!comment) return missing;
    if (method === "DELETE") {
      state.comments = state.comments.filter((one) => one !== comment);
      return { status: 204 };
    }
    comment.body = String((body as Comment).body);
    return { status: 200, body: shown(comment) };
  };

  const setStatus = (sha: string, body: unknown): Answer => {
    if (!/^[0-9a-f]{7,40}$/.test(sha)) return { status: 422, body: { message: `No commit found for SHA: ${sha}` } };
    const last = state.statuses.findLast((one) => one.sha === sha);
    const { state: next } = body as { state?: string };
    if (kind === "gitlab" && last?.state === next)
      return { status: 400, body: { message: `Cannot transition status via :enqueue from :${next}` } };
    state.statuses.push({ ...(body as object), sha });
    return { status: 201, body: {} };
  };

  async function github({ method = "GET" }: IncomingMessage, url: URL, body: unknown): Promise<Answer> {
    if (url.pathname === "/user")
      return state.account.endsWith("[bot]")
        ? { status: 403, body: { message: "Resource not accessible by integration" } }
        : { status: 200, body: { login: state.account } };
    if (url.pathname === `/repos/acme/shop/pulls/${PR}`) {
      const { open, fork, head } = state.pull;
      const repo = { id: 5 };
      const at = {
        state: open ? "open" : "closed",
        head: { sha: head, repo: fork ? { id: 6 } : repo },
        base: { repo },
      };
      return { status: 200, body: { number: PR, ...at } };
    }
    const sha = /^\/repos\/acme\/shop\/statuses\/(.+)$/.exec(url.pathname)?.[1];
    if (sha !== undefined) return setStatus(sha, body);
    const repository = /^\/repos\/acme\/shop(\/(?:compare\/.+|commits))$/.exec(url.pathname)?.[1];
    if (repository !== undefined) return state.repository?.github(repository, url) ?? missing;
    if (url.pathname === "/repos/acme/shop") return { status: 200, body: {} };
    const list = `/repos/acme/shop/issues/${PR}/comments`;
    if (url.pathname === list) return method === "POST" ? create(body) : paged(url, list);
    const one = /^\/repos\/acme\/shop\/issues\/comments\/(\d+)$/.exec(url.pathname);
    if (one && method === "GET") return read(Number(one[1]));
    if (one && (method === "PATCH" || method === "DELETE")) return change(method, Number(one[1]), body);
    return missing;
  }

  async function gitlab({ method = "GET" }: IncomingMessage, url: URL, body: unknown): Promise<Answer> {
    if (url.pathname === "/api/v4/user") return { status: 200, body: { id: 42 } };
    const sha = /^\/api\/v4\/projects\/acme%2Fshop\/statuses\/(.+)$/.exec(url.pathname)?.[1];
    if (sha !== undefined) return setStatus(sha, body);
    const repository = /^\/api\/v4\/projects\/acme%2Fshop\/repository(\/.+)$/.exec(url.pathname)?.[1];
    if (repository !== undefined) return state.repository?.gitlab(repository, url) ?? missing;
    if (url.pathname === "/api/v4/projects/acme%2Fshop") return { status: 200, body: {} };
    const request = `/api/v4/projects/acme%2Fshop/merge_requests/${PR}`;
    if (url.pathname === request)
      return {
        status: 200,
        body: {
          web_url: `https://gitlab.test/acme/shop/-/merge_requests/${PR}`,
          state: state.pull.open ? "opened" : "closed",
          sha: state.pull.head,
          source_project_id: state.pull.fork ? 6 : 5,
          target_project_id: 5,
        },
      };
    if (url.pathname === `${request}/notes`) return method === "POST" ? create(body) : paged(url, `${request}/notes`);
    const one = url.pathname.startsWith(`${request}/notes/`) ? Number(url.pathname.split("/").at(-1)) : Number.NaN;
    if (one > 0 && method === "GET") return read(one);
    if (one > 0 && (method === "PUT" || method === "DELETE")) return change(method, one, body);
    return missing;
  }

  return {
    state,
    base,
    /** Adds a comment by `author`. Returns its id. */
    add(author: string, body: string): number {
      const id = state.nextId++;
      state.comments.push({ id, body, author, at: state.now() });
      return id;
    },
    /** Returns the webhook call that reports a comment, signed as the host does. */
    hookCall(id: number, secret: string, { action = "created" }: { action?: "created" | "edited" } = {}) {
      const text = state.comments.find((one) => one.id === id)?.body ?? "";
      return kind === "github" ? githubCall(id, text, secret, action) : gitlabCall(id, text, secret, action);
    },
    reset() {
      Object.assign(state, {
        comments: [],
        account: "plumbline",
        refuse: [],
        requests: [],
        pageSize: 100,
        beforeCreate: null,
        statuses: [],
        repository: null,
        silent: null,
        pull: { open: true, fork: false, head: "a".repeat(40) },
        now: () => new Date(),
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Each account keeps its id. */
const ids = new Map<string, number>();
function idOf(login: string): number {
  const id = ids.get(login) ?? 1_000 + ids.size;
  ids.set(login, id);
  return id;
}

type SignedCall = { headers: Record<string, string>; rawBody: string };
const JSON_TYPE = { "content-type": "application/json" };

function githubCall(id: number, text: string, secret: string, action: string): SignedCall {
  const rawBody = JSON.stringify({
    action,
    issue: { number: PR, pull_request: {} },
    comment: { id, body: text },
    repository: { full_name: "acme/shop" },
  });
  const signature = `sha256=${createHmac("sha256", secret).update(rawBody).digest("hex")}`;
  const about = { "x-github-event": "issue_comment", "x-github-delivery": randomUUID() };
  return { rawBody, headers: { ...JSON_TYPE, ...about, "x-hub-signature-256": signature } };
}

function gitlabCall(id: number, note: string, secret: string, action: string): SignedCall {
  const rawBody = JSON.stringify({
    object_kind: "note",
    object_attributes: { id, note, noteable_type: "MergeRequest", action: action === "created" ? "create" : "update" },
    merge_request: { iid: PR },
    project: { path_with_namespace: "acme/shop" },
  });
  const about = { "x-gitlab-event": "Note Hook", "x-gitlab-event-uuid": randomUUID() };
  return { rawBody, headers: { ...JSON_TYPE, ...about, "x-gitlab-token": secret } };
}

function send(res: ServerResponse, { status, body, headers = {} }: Answer): void {
  res.writeHead(status, { "content-type": "application/json", ...headers });
  res.end(body === undefined ? undefined : JSON.stringify(body));
}
