// Who was asked to review a run and their progress, and the dialog that asks reviewers, withdraws a request and completes one's own.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { UserRoundPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { AppReviewRequests } from "../../../api/endpoints/answers/app/discussion.ts";
import { peopleFor } from "../../../domain/words/people.ts";
import { get, post } from "../lib/api.ts";
import { useSend, useUnseen } from "../lib/change.ts";
import { plural } from "../lib/format.ts";
import { useMembers } from "../lib/members.ts";
import { nameOf } from "../lib/people.ts";
import { useMay, useSession } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { TextArea, TextField } from "./Field.tsx";
import { Person } from "./Person.tsx";
import styles from "./ReviewRequests.module.css";
import { SaveProblem } from "./SaveProblem.tsx";
import { Status } from "./Status.tsx";
import { TimeAgo } from "./TimeAgo.tsx";

type Request = AppReviewRequests["requests"][number];
const STATES = {
  asked: { status: "pending", word: "Asked" },
  looked: { status: "review", word: "Looked" },
  done: { status: "ok", word: "Done" },
} as const;

const keyOf = (runId: string) => ["reviewers", "reviewRequest", runId] as const;

/** Button that shows how many reviewers were asked and opens the dialog. */
export function ReviewRequests({ runId }: { runId: string }) {
  const [open, setOpen] = useState(false);
  const { write } = useMay();
  const read = useQuery({
    queryKey: keyOf(runId),
    queryFn: ({ signal }) => get("/api/app/runs/{runId}/review-requests", { params: { runId }, signal }),
  });
  if (!read.data || (!write && read.data.requests.length === 0)) return null;
  const { requests } = read.data;
  const done = requests.filter(({ state }) => state === "done").length;
  const words = requests.length === 0 ? "Ask for a review" : `${plural(requests.length, "reviewer")}, ${done} done`;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <UserRoundPlus size={14} aria-hidden="true" /> {words}
      </Button>
      <Dialog title="Reviewers" open={open} onOpenChange={setOpen}>
        {open && <Reviewers runId={runId} data={read.data} mayWrite={write} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

type Props = { runId: string; data: AppReviewRequests; mayWrite: boolean; onClose: () => void };
type Change = NonNullable<Parameters<typeof post<"/api/app/runs/{runId}/review-requests">>[1]>["body"];
type Sent = { change: NonNullable<Change>; onDone?: (now: AppReviewRequests) => void };

function Reviewers({ runId, data, mayWrite, onClose }: Props) {
  const { requests } = data;
  const client = useQueryClient();
  const members = useMembers();
  const me = useSession().data?.user.email;
  const unseen = useUnseen();
  const sent = useSend({
    mutationFn: ({ change }: Sent) =>
      post("/api/app/runs/{runId}/review-requests", { params: { runId }, body: change }),
    // Also a read of requests that began before, which must not replace the answer.
    stale: "reviewRequest",
    onSuccess: (now, { onDone }) => {
      client.setQueryData(keyOf(runId), now);
      onDone?.(now);
    },
    onError: (error, { change }) => {
      (change.ask ? unseen : toast.failed)(error);
      void client.invalidateQueries({ queryKey: keyOf(runId) });
    },
  });
  const send = (change: Sent["change"], onDone?: Sent["onDone"]) => sent.mutate({ change, onDone });
  const busy = sent.isPending;
  const ask = (people: string[], note: string) =>
    send({ ask: note.trim() ? { people, note: note.trim() } : { people } }, ({ already }) => {
      const names = (emails: readonly string[]) => emails.map((email) => nameOf(email, members)).join(", ");
      const before = already.length > 0 ? ` Asked before: ${names(already)}.` : "";
      toast.say(`Asked ${names(people.filter((email) => !already.includes(email)))}.${before}`);
      onClose();
    });
  const takeBack = ({ email }: Request) =>
    send({ takeBack: email }, () =>
      toast.say(`Request to ${nameOf(email, members)} removed.`, () => send({ restore: email })),
    );
  const finish = (done: boolean) =>
    send({ done }, () =>
      toast.say(done ? "Your review is done." : "Your review is open again.", () => send({ done: !done })),
    );
  return (
    <div className={styles.reviewers}>
      {requests.length > 0 && (
        <ul className={styles.list} aria-label="People who were asked">
          {requests.map((request) => (
            <li key={request.email}>
              <Person who={request.email} />
              <Status {...STATES[request.state]} />
              <span className="note">
                by {nameOf(request.askedBy, members)}, <TimeAgo time={request.askedAt} />
              </span>
              {request.email === me && (
                <Button size="small" busy={busy} onClick={() => finish(request.state !== "done")}>
                  {request.state === "done" ? "Not done" : "I am done"}
                </Button>
              )}
              {mayWrite && (
                <Button
                  size="small"
                  kind="ghost"
                  busy={busy}
                  aria-label={`Remove the request to ${nameOf(request.email, members)}`}
                  onClick={() => takeBack(request)}
                >
                  Remove
                </Button>
              )}
              {request.note && <p className={styles.note}>{request.note}</p>}
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <Ask data={data} busy={busy} refused={sent.variables?.change.ask ? sent.error : null} onAsk={ask} />}
    </div>
  );
}

type AskProps = {
  data: AppReviewRequests;
  busy: boolean;
  refused: Error | null;
  onAsk: (people: string[], note: string) => void;
};
/** Maximum number of people listed without a search. */
const MAX_OFFERED = 12;

function Ask({ data: { requests, reviewers }, busy, refused, onAsk }: AskProps) {
  const members = useMembers();
  const open = new Set(requests.filter(({ state }) => state !== "done").map(({ email }) => email));
  const [chosen, setChosen] = useState<readonly string[]>(() => reviewers.filter((email) => !open.has(email)));
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  // Viewers cannot review.
  const able = members.filter(({ email, role }) => role !== "viewer" && !open.has(email));
  const found = peopleFor(text.trim().toLowerCase(), able, MAX_OFFERED);
  const offered = [...able.filter(({ email }) => chosen.includes(email)), ...found];
  const rows = [...new Map(offered.map((one) => [one.email, one])).values()];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk([...chosen], note);
  };
  return (
    <form className="form" onSubmit={submit}>
      {able.length > MAX_OFFERED && (
        <TextField
          type="search"
          label="Find people"
          hiddenLabel
          placeholder="Find people"
          value={text}
          onChange={setText}
        />
      )}
      <fieldset className={styles.people}>
        <legend>Ask</legend>
        {rows.length === 0 && <p className="note">Everybody who can review was asked.</p>}
        {rows.map(({ email }) => (
          <label key={email}>
            <input
              type="checkbox"
              checked={chosen.includes(email)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, email] : chosen.filter((one) => one !== email))
              }
            />
            <Person who={email} />
          </label>
        ))}
      </fieldset>
      <TextArea label="Note" rows={2} maxLength={1_000} value={note} onChange={setNote} placeholder="Optional" />
      <SaveProblem error={refused} />
      <Button type="submit" kind="primary" busy={busy} disabled={chosen.length === 0}>
        Ask for a review
      </Button>
    </form>
  );
}
