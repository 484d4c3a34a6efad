// Table of runs; active runs show their progress.

import type { ReactNode } from "react";
import { formatDuration } from "../lib/format.ts";
import { paths } from "../lib/paths.ts";
import { type RunRow, statusOf } from "../lib/runs.ts";
import { titleOf } from "../lib/runTitle.ts";
import { CommitFacts } from "./CommitFacts.tsx";
import { TextLink } from "./Links.tsx";
import { Person } from "./Person.tsx";
import { Progress } from "./Progress.tsx";
import { RunSentence } from "./RunSentence.tsx";
import styles from "./RunTable.module.css";
import { Status } from "./Status.tsx";
import { type Column, Table } from "./Table.tsx";
import { TimeAgo } from "./TimeAgo.tsx";

type Props = { project: string; runs: readonly RunRow[]; label: string; empty?: ReactNode; brief?: boolean };

export function RunTable({ project, runs, label, empty, brief }: Props) {
  return (
    <Table label={label} rows={runs} rowKey={({ runId }) => runId} columns={columnsFor(project, brief)} empty={empty} />
  );
}

function columnsFor(project: string, brief = false): readonly Column<RunRow>[] {
  const all: Column<RunRow>[] = [
    { title: "Run", cell: (run) => <TextLink to={paths.run(project, run.runId)}>{titleOf(run)}</TextLink> },
    { title: "Verdict", cell: (run) => <Status {...statusOf(run)} /> },
    {
      title: "Result",
      cell: (run) =>
        run.progress ? (
          <Progress label={`Progress of ${run.name}`} done={run.progress.done} total={run.progress.total} />
        ) : (
          <span className={styles.sentence}>
            <RunSentence run={run} />
          </span>
        ),
      width: "38%",
    },
    { title: "Branch", cell: (run) => <CommitFacts run={run} brief />, wide: true },
    { title: "Started", cell: (run) => <TimeAgo time={run.createdAt} />, wide: true },
  ];
  if (brief) return all;
  return [
    ...all,
    {
      title: "Took",
      right: true,
      wide: true,
      cell: ({ duration }) => (duration === null ? "" : formatDuration(duration)),
    },
    { title: "By", wide: true, cell: ({ requestedBy }) => <Person who={requestedBy} className={styles.by} /> },
  ];
}
