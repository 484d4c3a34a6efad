// Answers questions in plain words from results. Shows the tool calls behind an answer; changes need approval.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Dispatch, type FormEvent, type SetStateAction, useEffect, useRef, useState } from "react";
import type { conversation as conversationAnswer } from "../../../../api/endpoints/answers/coach.ts";
import type { AnswerOf } from "../../../../api/endpoints/answers/named.ts";
import { Button } from "../../components/Button.tsx";
import { TextArea } from "../../components/Field.tsx";
import { Page } from "../../components/Page.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { ErrorState } from "../../components/States.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get } from "../../lib/api.ts";
import { useProjectSlug, useScope, useUrlState } from "../../lib/urlState.ts";
import { Answer } from "./Answer.tsx";
import styles from "./Coach.module.css";
import { ask } from "./stream.ts";

type Conversation = AnswerOf<typeof conversationAnswer>;
type Call = Conversation["turns"][number]["calls"][number];

const SUGGESTIONS = [
  "What should I fix first?",
  "What changed since the last release?",
  "Is the main branch ready?",
  "Which tests are flaky?",
];

export function Screen() {
  const project = useProjectSlug();
  const [{ conversation: chosen }, setState] = useUrlState({ conversation: "" });
  // Not part of the conversation, because its first answer gives it an id while the next question may already be typed.
  const [message, setMessage] = useState("");
  // A conversation that its first answer began stays in its talk: mounted again, the field would lose the focus while somebody types in it.
  const [talk, setTalk] = useState({ conversation: chosen, number: 0 });
  if (talk.conversation !== chosen) setTalk({ conversation: chosen, number: talk.number + 1 });
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: ["conversations", project],
    queryFn: ({ signal }) => get("/api/app/coach", { signal, query: { project } }),
  });
  const earlier = list.data?.conversations ?? [];
  const open = useQuery({
    queryKey: ["conversation", chosen, project],
    queryFn: ({ signal }) =>
      get("/api/app/coach/{conversationId}", { params: { conversationId: chosen }, signal, query: { project } }),
    enabled: chosen !== "",
  });
  const answered = async (conversationId: string) => {
    setTalk((talk) => ({ ...talk, conversation: conversationId }));
    await setState({ conversation: conversationId });
    await queries.invalidateQueries({ queryKey: ["conversation", conversationId] });
    void queries.invalidateQueries({ queryKey: ["conversations"] });
  };
  return (
    <Page
      title="Coach"
      text="Ask about your results in your own words. Answers quote figures from tools. Changes are made only after you approve them."
      actions={chosen && <Button onClick={() => setState({ conversation: "" })}>New conversation</Button>}
    >
      <div className={styles.columns}>
        {open.isLoadingError ? (
          <ErrorState error={open.error} title="Could not load this conversation" />
        ) : (
          <Talk
            key={talk.number}
            project={project}
            conversationId={chosen}
            turns={chosen ? (open.data?.turns ?? []) : []}
            message={message}
            onMessage={setMessage}
            onAnswered={answered}
          />
        )}
        {earlier.length > 0 && (
          <aside className={styles.earlier} aria-label="Earlier conversations">
            <h2>Earlier</h2>
            <ul>
              {earlier.map(({ conversationId, title, updatedAt }) => (
                <li key={conversationId}>
                  <button
                    type="button"
                    aria-current={conversationId === chosen}
                    onClick={() => setState({ conversation: conversationId }, { push: true })}
                  >
                    <span>{title}</span>
                    <TimeAgo time={updatedAt} />
                  </button>
                </li>
              ))}
            </ul>
          </aside>
        )}
      </div>
    </Page>
  );
}

type TalkProps = {
  project: string;
  conversationId: string;
  turns: Conversation["turns"];
  /** The question being typed. */
  message: string;
  onMessage: Dispatch<SetStateAction<string>>;
  onAnswered: (conversationId: string) => Promise<void>;
};

function Talk({ project, conversationId, turns, message, onMessage, onAnswered }: TalkProps) {
  const scope = useScope();
  const [pending, setPending] = useState<{ message: string; calls: Call[]; text: string } | null>(null);
  const [error, setError] = useState("");
  const stop = useRef<AbortController | null>(null);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const grown = `${turns.length} ${pending?.text.length} ${pending?.calls.length}`;
  useEffect(() => {
    if (grown) end.current?.scrollIntoView({ block: "nearest" });
  }, [grown]);

  const send = async (text: string) => {
    if (!text.trim() || pending) return;
    stop.current = new AbortController();
    setError("");
    onMessage("");
    setPending({ message: text, calls: [], text: "" });
    let answered = false;
    const refuse = (why: string) => {
      setError(why);
      onMessage((typed) => typed || text);
      setPending(null);
    };
    try {
      await ask(
        {
          message: text,
          project,
          ...(scope.environment ? { environment: scope.environment } : {}),
          ...(conversationId ? { conversationId } : {}),
        },
        ({ event, data }) => {
          if (event === "call")
            setPending((before) => before && { ...before, calls: [...before.calls, data as unknown as Call] });
          if (event === "text")
            setPending((before) => before && { ...before, text: before.text + String(data.text ?? "") });
          if (event === "error" || event === "done") answered = true;
          if (event === "error") refuse(String(data.error ?? data.message));
          if (event === "done") void onAnswered(String(data.conversationId)).finally(() => setPending(null));
        },
        stop.current.signal,
      );
      if (!answered) refuse("The answer ended early. Ask again.");
    } catch (failed) {
      // Leaving the screen ends the question.
      if (!stop.current.signal.aborted) refuse(failed instanceof Error ? failed.message : String(failed));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(message);
  };
  return (
    <section className={styles.talk} aria-label="Conversation">
      {conversationId === "" && !pending && (
        <div className="row">
          {SUGGESTIONS.map((text) => (
            <Button key={text} onClick={() => void send(text)}>
              {text}
            </Button>
          ))}
        </div>
      )}
      <div aria-live="polite" className={styles.turns}>
        {turns.map((turn) => (
          <Answer
            key={turn.index}
            message={turn.message}
            calls={turn.calls}
            reply={turn.reply}
            model={turn.model}
            proposal={turn.proposal}
            offers={turn.offers}
            project={project}
          />
        ))}
        {pending && (
          <Answer message={pending.message} calls={pending.calls} reply={pending.text || "…"} project={project} />
        )}
        <div ref={end} />
      </div>
      <SaveProblem error={error} />
      <form className={styles.form} onSubmit={submit}>
        <TextArea
          label="Question"
          hiddenLabel
          rows={2}
          placeholder="What would you like to know?"
          value={message}
          onChange={onMessage}
          onKeyDown={(event) => {
            // Enter also confirms what an input method composes.
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void send(message);
          }}
        />
        <Button kind="primary" type="submit" busy={pending !== null} disabled={!message.trim()}>
          Ask
        </Button>
      </form>
    </section>
  );
}
