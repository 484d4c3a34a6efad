// Comment threads of a run, and the actions on them.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { AppThread, AppThreads } from "../../../../../api/endpoints/answers/app/discussion.ts";
import { ApiError, get, post } from "../../../lib/api.ts";
import { newerThan, useSend } from "../../../lib/change.ts";
import { useMembers } from "../../../lib/members.ts";
import { readable } from "../../../lib/people.ts";
import { sendOnce } from "../../../lib/sendOnce.ts";
import { toast } from "../../../lib/toast.ts";

export type Thread = AppThread;
export type Message = Thread["messages"][number];
export type Region = { box: NonNullable<Thread["pin"]>; selector: string };

const NONE: readonly Thread[] = [];
const keyOf = (runId: string) => ["comments", "thread", runId] as const;
/** Also a read of threads that began before a change, which must not replace its answer. */
const STALE = "thread";

export function useThreads(runId: string): readonly Thread[] {
  const threads = useQuery({
    queryKey: keyOf(runId),
    enabled: runId !== "",
    queryFn: ({ signal }) => get("/api/app/runs/{runId}/threads", { params: { runId }, signal }),
  });
  return threads.data?.threads ?? NONE;
}

type Change = NonNullable<NonNullable<Parameters<typeof post<"/api/app/runs/{runId}/threads/{threadId}">>[1]>["body"]>;

/** A change is shown as soon as the service has saved it. `busy`: whether one is in progress. */
export function useThreadChanges(runId: string) {
  const client = useQueryClient();
  const members = useMembers();
  const put = (thread: Thread) =>
    client.setQueryData<AppThreads>(keyOf(runId), (now) => {
      if (!now) return now;
      const known = now.threads.some(({ id }) => id === thread.id);
      const threads = known
        ? now.threads.map((one) => (one.id === thread.id ? thread : one))
        : [thread, ...now.threads];
      return {
        ...now,
        threads: threads.filter(({ messages }) => messages.some(({ deletedAt }) => deletedAt === null)),
      };
    });
  const call = useSend({
    stale: STALE,
    mutationFn: ({ threadId, change }: { threadId: string; change: Change }) =>
      sendOnce({ threadId, change }, (key) => {
        const body = change.reply ? { reply: { ...change.reply, key } } : change;
        return post("/api/app/runs/{runId}/threads/{threadId}", { params: { runId, threadId }, body });
      }),
  });
  const begin = useSend({
    stale: STALE,
    mutationFn: (body: { shotId: string; text: string; region?: Region }) =>
      sendOnce(body, (key) => post("/api/app/runs/{runId}/threads", { params: { runId }, body: { ...body, key } })),
  });
  /** Returns the saved thread, or null on failure; then the current state and the error are shown. */
  const settle = async (sent: Promise<Thread>): Promise<Thread | null> => {
    try {
      const thread = await sent;
      put(thread);
      return thread;
    } catch (error) {
      const now = newerThan<Thread>(error);
      if (now) put(now);
      toast.failed(error instanceof ApiError ? new Error(readable(error.message, members)) : error);
      return null;
    }
  };
  const change = (threadId: string, what: Change) => settle(call.mutateAsync({ threadId, change: what }));
  return {
    busy: call.isPending || begin.isPending,
    start: (shotId: string, text: string, region: Region | null) =>
      settle(begin.mutateAsync({ shotId, text, ...(region ? { region } : {}) })),
    reply: (thread: Thread, text: string) => change(thread.id, { reply: { text } }),
    edit: (thread: Thread, { id, rev }: Message, text: string) => change(thread.id, { edit: { id, rev, text } }),
    async remove(thread: Thread, { id, rev }: Message) {
      const after = await change(thread.id, { remove: { id, rev } });
      const gone = after?.messages.find((one) => one.id === id);
      if (!gone) return;
      toast.say("Comment deleted.", () => change(thread.id, { restore: { id, rev: gone.rev } }));
    },
    async resolve(thread: Thread) {
      if (await change(thread.id, { resolved: true }))
        toast.say("Conversation resolved.", () => change(thread.id, { resolved: false }));
    },
    async reopen(thread: Thread) {
      if (await change(thread.id, { resolved: false })) toast.say("Conversation reopened.");
    },
  };
}
export type ThreadChanges = ReturnType<typeof useThreadChanges>;
