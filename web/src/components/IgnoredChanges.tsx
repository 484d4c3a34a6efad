// Changes that people ignore: what, where, until when and by whom. One button stops ignoring a change, and that can be undone.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AppIgnoredChanges } from "../../../api/endpoints/answers/app/steady.ts";
import { shotIndexOf } from "../../../domain/shotIds.ts";
import { get, post } from "../lib/api.ts";
import { useSend } from "../lib/change.ts";
import { plural } from "../lib/format.ts";
import { useMembers } from "../lib/members.ts";
import { paths } from "../lib/paths.ts";
import { readable } from "../lib/people.ts";
import { useMay } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "./Button.tsx";
import styles from "./IgnoredChanges.module.css";
import { TextLink } from "./Links.tsx";
import { Status } from "./Status.tsx";
import { Table } from "./Table.tsx";

type Ignored = AppIgnoredChanges["ignored"][number];

const STATE: Record<Ignored["state"], { status: string; word: string }> = {
  holds: { status: "ok", word: "Ignored" },
  expired: { status: "skipped", word: "Expired" },
  replaced: { status: "skipped", word: "New baseline" },
  stopped: { status: "skipped", word: "Stopped" },
};

/** `scenario`: label of one scenario; without it, the whole project is listed. */
export function IgnoredChanges({ project, scenario }: { project: string; scenario?: string }) {
  const { data, error } = useQuery({
    queryKey: ["ignored changes", "review", project, scenario],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/ignored-changes", { params: { slug: project }, query: { scenario }, signal }),
  });
  const [all, setAll] = useState(false);
  if (!data) return <p className={styles.none}>{error?.message ?? "Loading …"}</p>;
  const ended = data.ignored.filter(({ state }) => state !== "holds").length;
  const shown = all ? data.ignored : data.ignored.filter(({ state }) => state === "holds");
  return (
    <>
      {shown.length === 0 ? (
        <p className={styles.none}>None. Press i in the visual review to ignore a change for a while.</p>
      ) : (
        <List project={project} ignored={shown} ofScenario={scenario !== undefined} />
      )}
      {data.more && <p className={styles.none}>Only the newest {data.ignored.length} are listed.</p>}
      {ended > 0 && (
        <p className={styles.none}>
          <Button size="small" aria-pressed={all} onClick={() => setAll(!all)}>
            {all ? "Hide" : "Show"} {plural(ended, "ended one")}
          </Button>
        </p>
      )}
    </>
  );
}

type ListProps = { project: string; ignored: readonly Ignored[]; ofScenario: boolean };

function List({ project, ignored, ofScenario }: ListProps) {
  const { write } = useMay();
  const stop = useStop(project);
  const members = useMembers();
  const scenario = {
    title: "Scenario",
    cell: ({ scenarioLabel }: Ignored) => (
      <TextLink to={paths.scenario(project, scenarioLabel)}>{scenarioLabel}</TextLink>
    ),
  };
  return (
    <Table
      label="Ignored changes"
      rows={ignored}
      rowKey={({ id }) => id}
      columns={[
        ...(ofScenario ? [] : [scenario]),
        {
          title: "Change",
          cell: ({ sentences, note, viewport, browser, mode, selector, branch }) => (
            <span className={styles.what}>
              {sentences[0] ?? "A difference without a description"}
              {sentences.length > 1 && ` and ${plural(sentences.length - 1, "more change")}`}
              <span className="faint">
                {[viewport, mode, browser, selector, branch && `on ${branch}`].filter(Boolean).join(" · ")}
              </span>
              {note && <span className="faint">{note}</span>}
            </span>
          ),
        },
        {
          title: "Until",
          cell: ({ state, sentence, runId, shotId }) => (
            <span className={styles.what}>
              <Status {...STATE[state]} />
              <TextLink to={paths.review(project, runId)} search={{ shot: shotIndexOf(shotId) }}>
                {readable(sentence, members)}
              </TextLink>
            </span>
          ),
        },
      ]}
      action={(one) =>
        write &&
        one.state === "holds" && (
          <Button
            size="small"
            busy={stop.isPending && stop.variables.id === one.id}
            onClick={() => stop.mutate({ id: one.id, state: "stopped" })}
            aria-label={`Stop ignoring ${one.sentences[0] ?? "this change"} of ${one.scenarioLabel}, ${one.viewport}`}
          >
            Stop ignoring
          </Button>
        )
      }
    />
  );
}

function useStop(project: string) {
  const queries = useQueryClient();
  const change = useSend({
    mutationFn: ({ id, ...body }: { id: string; state: "ignored" | "stopped"; stoppedAt?: string }) =>
      post("/api/app/projects/{slug}/ignored-changes/{ignoredId}", { params: { slug: project, ignoredId: id }, body }),
    onSuccess: ({ stoppedAt }, { id }) => {
      if (stoppedAt)
        toast.say("The change fails again in the next run.", () => change.mutate({ id, state: "ignored", stoppedAt }));
    },
    onError: toast.failed,
    onSettled: () => queries.invalidateQueries({ queryKey: ["ignored changes"] }),
  });
  return change;
}
