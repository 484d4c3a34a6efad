// Recordings of the project, each with its steps and the resulting text. Turns use the coach's tools.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { CopyButton } from "../../components/Code.tsx";
import { TextLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { Person } from "../../components/Person.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { Table } from "../../components/Table.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get } from "../../lib/api.ts";
import { formatCount } from "../../lib/format.ts";
import { pollInterval } from "../../lib/live.ts";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/session.ts";
import { useUrlState } from "../../lib/urlState.ts";
import styles from "./Functional.module.css";
import { Recorder } from "./Recorder.tsx";
import { StartRecording } from "./StartRecording.tsx";

const RECORDING_LOOKS: Record<string, { status: string; word: string }> = {
  open: { status: "running", word: "Open" },
  saved: { status: "completed", word: "Saved" },
  discarded: { status: "cancelled", word: "Discarded" },
  expired: { status: "stale", word: "Expired" },
};

export function Recordings({ project }: { project: string }) {
  const { write } = useMay();
  const [{ recording }, setState] = useUrlState({ recording: "" });
  const [starting, setStarting] = useState(false);
  const recordings = useQuery({
    queryKey: ["recordings", "recording", project],
    queryFn: ({ signal }) => get("/api/app/projects/{slug}/recordings", { params: { slug: project }, signal }),
    refetchInterval: ({ state }) =>
      pollInterval(state, ({ recordings }) => recordings.some(({ status }) => status === "open")),
  });
  const show = (id: string) => setState({ recording: id }, { push: true });
  return (
    <>
      {write && (
        <div className={styles.bar}>
          <Button kind="primary" onClick={() => setStarting(true)}>
            Start a recording
          </Button>
        </div>
      )}
      {recording && <Shown project={project} recordingId={recording} onClose={() => setState({ recording: "" })} />}
      <Card flush>
        <Loaded query={recordings}>
          {({ recordings: known }) => (
            <Table
              label="Recordings"
              rows={known}
              rowKey={({ recordingId }) => recordingId}
              columns={[
                {
                  title: "Title",
                  cell: ({ recordingId, name }) => (
                    <button type="button" className={styles.link} onClick={() => show(recordingId)}>
                      {name}
                    </button>
                  ),
                },
                { title: "Status", cell: ({ status }) => <Status {...(RECORDING_LOOKS[status] ?? { status })} /> },
                { title: "Steps", right: true, cell: ({ stepCount }) => formatCount(stepCount) },
                { title: "By", wide: true, cell: ({ createdBy }) => <Person who={createdBy} /> },
                { title: "Started", cell: ({ createdAt }) => <TimeAgo time={createdAt} /> },
              ]}
              empty={
                <EmptyState
                  title="No recording yet"
                  text="A recording opens a page of the site. Each action on it becomes a step of a feature."
                />
              }
            />
          )}
        </Loaded>
      </Card>
      {starting && (
        <StartRecording
          project={project}
          onClose={() => setStarting(false)}
          onStarted={(id) => {
            setStarting(false);
            show(id);
          }}
        />
      )}
    </>
  );
}

function Shown({ project, recordingId, onClose }: { project: string; recordingId: string; onClose: () => void }) {
  const { write } = useMay();
  const recording = useQuery({
    queryKey: ["recordings", project, recordingId],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/recordings/{recordingId}", { params: { slug: project, recordingId }, signal }),
  });
  return (
    <Loaded query={recording}>
      {(data) => (
        <Card
          title={data.name}
          actions={
            <Button size="small" kind="ghost" onClick={onClose}>
              Close
            </Button>
          }
        >
          <div className={styles.recording}>
            <p className={styles.quiet}>
              <Status {...(RECORDING_LOOKS[data.status] ?? { status: data.status })} /> at {data.baseUrl}
              {data.featureId && (
                <>
                  {" "}
                  · saved as <TextLink to={paths.feature(project, data.featureId)}>{data.featureId}</TextLink>
                </>
              )}
            </p>
            <div className={styles.gherkin}>
              <CopyButton text={data.gherkin} label="Copy the text" />
              <pre>{data.gherkin}</pre>
            </div>
            {write && data.status === "open" && <Recorder project={project} recordingId={recordingId} />}
          </div>
        </Card>
      )}
    </Loaded>
  );
}
