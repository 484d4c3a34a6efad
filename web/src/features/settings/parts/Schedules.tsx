// Schedules: what starts automatically and when, with the next and the last time.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AnswerOf } from "../../../../../api/endpoints/answers/named.ts";
import type { schedules as schedulesAnswer } from "../../../../../api/endpoints/answers/schedules.ts";
import { Button } from "../../../components/Button.tsx";
import { TextLink } from "../../../components/Links.tsx";
import { Card } from "../../../components/Page.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Status } from "../../../components/Status.tsx";
import { Table } from "../../../components/Table.tsx";
import { TimeAgo } from "../../../components/TimeAgo.tsx";
import { get, post, remove } from "../../../lib/api.ts";
import { useChange } from "../../../lib/change.ts";
import { formatExact } from "../../../lib/format.ts";
import { useOpenRow } from "../../../lib/openRow.ts";
import { paths } from "../../../lib/paths.ts";
import { useMay } from "../../../lib/session.ts";
import { SCHEDULE_OPTIONS } from "../../../lib/words.ts";
import styles from "../Settings.module.css";
import { DeleteByName } from "./DeleteByName.tsx";
import { ScheduleDialog } from "./ScheduleDialog.tsx";

type Schedule = AnswerOf<typeof schedulesAnswer>["schedules"][number];

const typeWord = (type: string): string => SCHEDULE_OPTIONS.find(({ value }) => value === type)?.label ?? type;

export function Part({ project }: { project: string }) {
  const { write } = useMay();
  const schedules = useQuery({
    queryKey: ["schedules", "run", project],
    queryFn: ({ signal }) => get("/api/schedules", { signal, query: { project } }),
  });
  const { row, isOpen, open, close } = useOpenRow("id", schedules.data?.schedules);
  return (
    <>
      <Card
        actions={
          write && (
            <Button kind="primary" onClick={() => open("new")}>
              New schedule
            </Button>
          )
        }
        flush
      >
        <Loaded query={schedules}>
          {({ schedules }) => (
            <Table
              label="Schedules"
              rows={schedules}
              rowKey={({ id }) => id}
              columns={[
                { title: "Name", cell: (schedule) => <NameCell schedule={schedule} /> },
                { title: "When", cell: ({ cron, timeZone }) => <When cron={cron} timeZone={timeZone} />, wide: true },
                {
                  title: "Next",
                  cell: ({ nextAt, enabled }) =>
                    enabled && nextAt ? (
                      <span title={formatExact(nextAt)}>{formatExact(nextAt)}</span>
                    ) : (
                      <Status status="skipped" word="Paused" />
                    ),
                },
                { title: "Last", cell: ({ last }) => <Last last={last} project={project} />, wide: true },
              ]}
              action={(schedule) => write && <RowActions schedule={schedule} onEdit={() => open(schedule)} />}
              empty={
                <EmptyState
                  title="No schedule yet"
                  text="A schedule starts runs automatically, for example every night. It skips a run while the previous one is still running."
                />
              }
            />
          )}
        </Loaded>
      </Card>
      {isOpen && <ScheduleDialog schedule={row} project={project} onClose={close} />}
    </>
  );
}

function NameCell({ schedule: { name, types, environment, location } }: { schedule: Schedule }) {
  const where = [environment && `on ${environment}`, location && `in ${location}`].filter(Boolean).join(" ");
  return (
    <>
      {name}
      <br />
      <span className="quiet">
        {types.map(typeWord).join(", ")} {where}
      </span>
    </>
  );
}

/** Describes a cron expression in words; the library is loaded when first needed. */
function When({ cron, timeZone }: { cron: string; timeZone: string }) {
  const [words, setWords] = useState(cron);
  useEffect(() => {
    let gone = false;
    void import("cronstrue").then(({ default: cronstrue }) => {
      if (!gone) setWords(cronstrue.toString(cron, { throwExceptionOnParseError: false, use24HourTimeFormat: true }));
    });
    return () => {
      gone = true;
    };
  }, [cron]);
  return (
    <>
      {words}
      <br />
      <span className="quiet">
        <code>{cron}</code> {timeZone}
      </span>
    </>
  );
}

function Last({ last, project }: { last: Schedule["last"]; project: string }) {
  if (!last) return "never";
  const first = (last.runs as { runId: string | null }[]).find(({ runId }) => runId !== null);
  return (
    <>
      <TimeAgo time={last.at} />{" "}
      {first?.runId ? (
        <TextLink to={paths.run(project, first.runId)}>run</TextLink>
      ) : (
        <Status status="skipped" word={last.outcome} />
      )}
      {last.reason && <p className="quiet">{last.reason}</p>}
    </>
  );
}

const factsOf = ({ name, cron, timeZone, types, environment, location, branch, enabled }: Schedule) => ({
  Name: name,
  When: `${cron} ${timeZone}`,
  What: types.map(typeWord).join(", "),
  Environment: environment ?? "",
  Location: location ?? "",
  Branch: branch ?? "",
  State: enabled ? "active" : "paused",
});

function RowActions({ schedule, onEdit }: { schedule: Schedule; onEdit: () => void }) {
  const params = { id: schedule.id };
  const toggle = useChange(() => post(`/api/schedules/{id}/${schedule.enabled ? "pause" : "resume"}`, { params }), {
    stale: "schedules",
  });
  const start = useChange(() => post("/api/schedules/{id}/run", { params }), {
    stale: "schedules",
    say: `${schedule.name} started.`,
  });
  return (
    <span className={styles.row}>
      <Button size="small" busy={start.isPending} onClick={() => start.mutate(undefined)}>
        Run now
      </Button>
      <Button size="small" busy={toggle.isPending} onClick={() => toggle.mutate(undefined)}>
        {schedule.enabled ? "Pause" : "Resume"}
      </Button>
      <Button size="small" onClick={onEdit}>
        Change
      </Button>
      <DeleteByName
        thing="schedule"
        name={schedule.name}
        seen={schedule}
        factsOf={factsOf}
        change={({ rev }) => remove("/api/schedules/{id}", { params, query: { rev } })}
        stale="schedules"
      >
        It starts no more runs. Its earlier runs are kept. This cannot be undone. To stop it for a while, pause it
        instead.
      </DeleteByName>
    </span>
  );
}
