// Compares two runs: new, fixed and remaining problems, and every performance metric that changed.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AppCompare } from "../../../api/endpoints/answers/app/trends.ts";
import { get } from "../lib/api.ts";
import { byFault, type Compared, compareLists, type FaultGroup, targetOf } from "../lib/compare.ts";
import { formatMinute, formatNumber, plural, shortCommit } from "../lib/format.ts";
import { paths } from "../lib/paths.ts";
import { type RunRow, verdictOf } from "../lib/runs.ts";
import { Button } from "./Button.tsx";
import { CommitFacts } from "./CommitFacts.tsx";
import { Select } from "./Field.tsx";
import { Change } from "./Figure.tsx";
import { TextLink } from "./Links.tsx";
import styles from "./RunComparison.module.css";
import { Segments } from "./Segments.tsx";
import { Loaded } from "./States.tsx";
import { Status } from "./Status.tsx";
import { Table } from "./Table.tsx";
import { TimeAgo } from "./TimeAgo.tsx";

type Run = Pick<RunRow, "runId" | "type" | "environmentId">;
type PickProps = {
  project: string;
  run: Run;
  value: string;
  onChange: (runId: string) => void;
  suggested: { previous: string | null; base: string | null };
};

/** Selects the run to compare with: any completed run of the same type and environment. */
export function OtherRun({ project, run, value, onChange, suggested }: PickProps) {
  const found = useQuery({
    queryKey: ["runs", "run", project, "to compare", run.type, run.environmentId],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/runs", {
        params: { slug: project },
        signal,
        query: { type: run.type, status: "completed", environment: run.environmentId, parts: 1, limit: 50 },
      }),
  });
  const others = (found.data?.runs ?? []).filter(({ runId }) => runId !== run.runId);
  const known = new Set(others.map(({ runId }) => runId));
  const beyond = [value, suggested.previous, suggested.base].filter(
    (one, at, all): one is string => Boolean(one) && !known.has(one ?? "") && all.indexOf(one) === at,
  );
  const word = (runId: string): string =>
    runId === suggested.previous ? " (previous run)" : runId === suggested.base ? " (main branch)" : "";
  return (
    <Select
      label="Compare with"
      hiddenLabel
      wide
      value={value}
      onChange={onChange}
      options={[
        { value: "", label: "Choose a run" },
        ...beyond.map((runId) => ({ value: runId, label: `${runId}${word(runId)}` })),
        ...others.map(({ runId, createdAt, branch, commitSha }) => ({
          value: runId,
          label: `${formatMinute(createdAt)}, ${[branch, commitSha && shortCommit(commitSha)].filter(Boolean).join(" ") || "no branch"}${word(runId)}`,
        })),
      ]}
    />
  );
}

/** `before` and `after`: ids of two runs of the same type. */
export function RunComparison({ project, before, after }: { project: string; before: string; after: string }) {
  const compared = useQuery({
    queryKey: ["compare", project, before, after],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/compare", { params: { slug: project }, signal, query: { a: before, b: after } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <Loaded query={compared}>{(data) => <Result key={after} data={data} project={project} />}</Loaded>;
}

function Result({ data, project }: { data: AppCompare; project: string }) {
  const lists = compareLists(data);
  const [chosen, setChosen] = useState("");
  const list = lists.find(({ id }) => id === chosen) ?? lists.find(({ total }) => total > 0) ?? lists[0];
  return (
    <div className={styles.result}>
      <div className={styles.runs}>
        <RunOf title="Before" run={data.before} project={project} moved={null} />
        <RunOf title="After" run={data.after} project={project} moved={data.moved} />
      </div>
      {data.warnings.map((warning) => (
        <p key={warning}>
          <Status status="warning" /> {warning}
        </p>
      ))}
      {data.metrics.length > 0 && <Metrics metrics={data.metrics} />}
      <Segments
        label="What changed"
        value={list?.id ?? ""}
        onChange={setChosen}
        options={lists.map(({ id, title, total }) => ({ value: id, label: `${title} ${total}` }))}
      />
      {list && <Listed list={list} data={data} project={project} />}
      {data.parts.map((part) => (
        <Part key={part.after} part={part} project={project} />
      ))}
    </div>
  );
}

type Head = AppCompare["before"];
type Entry = FaultGroup["entries"][number];

function RunOf({ title, run, project, moved }: { title: string; run: Head; project: string; moved: number | null }) {
  return (
    <p className={styles.run}>
      <span className="faint">{title}</span>
      <TextLink to={paths.run(project, run.runId)}>
        Run of <TimeAgo time={run.at} />
      </TextLink>
      <CommitFacts run={run} />
      {run.verdict && <Status {...verdictOf({ conclusion: run.verdict === "pass" ? "passed" : "failed", ...run })} />}
      {run.score !== null && (
        <span>{`Score ${formatNumber(run.score)}${run.over === null ? "" : ` over ${run.over}`}`}</span>
      )}
      {moved !== null && <Change change={moved} />}
    </p>
  );
}

function Listed({ list, data, project }: { list: Compared; data: AppCompare; project: string }) {
  const [all, setAll] = useState(false);
  const FEW = 20;
  if (list.entries.length === 0) return <p className="faint">{list.none}</p>;
  const groups = byFault(list.entries);
  const shown = all ? groups : groups.slice(0, FEW);
  const run = list.id === "vanished" ? data.before : data.after;
  return (
    <>
      <ul className={styles.entries}>
        {shown.map(({ title, entries: [first, ...others] }) =>
          first === undefined ? null : others.length > 0 ? (
            <li key={idOf(first)}>
              <details className={styles.group}>
                <summary>
                  {first.about.fault && <Status status={first.about.fault.severity} />} {title}{" "}
                  <span className="faint">{plural(others.length + 1, "place")}</span>
                </summary>
                <ul className={styles.entries}>
                  {[first, ...others].map((entry) => (
                    <li key={idOf(entry)}>
                      <EntryOf entry={entry} name={entry.about.fault?.page ?? entry.name} project={project} run={run} />
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          ) : (
            <li key={idOf(first)}>
              {first.about.fault && <Status status={first.about.fault.severity} />}
              <EntryOf entry={first} name={title ?? first.name} project={project} run={run} />
            </li>
          ),
        )}
      </ul>
      {groups.length > FEW && !all && (
        <div>
          <Button size="small" onClick={() => setAll(true)}>
            Show {groups.length}
          </Button>
        </div>
      )}
      {list.total > list.entries.length && (
        <p className="faint">
          The first {list.entries.length} of {plural(list.total, "entry", "entries")}.
        </p>
      )}
    </>
  );
}

const idOf = ({ name, about: { kind, id } }: Entry): string => `${kind} ${id} ${name}`;

type EntryProps = { entry: Entry; name: string; project: string; run: Head };

/** `name`: label in this list. A problem shows its page and element beside its title, and no codes. */
function EntryOf({ entry: { from, to, about }, name, project, run }: EntryProps) {
  const target = targetOf(project, run, about);
  const { fault } = about;
  return (
    <>
      {target ? (
        <TextLink to={target.to} search={target.search}>
          {name}
        </TextLink>
      ) : (
        <span>{name}</span>
      )}
      {fault && fault.page !== name && <span>{fault.page}</span>}
      {fault?.target && <code className="faint">{fault.target}</code>}
      {(!fault || (from !== null && to !== null && from !== to)) && (
        <span className="faint">{from !== null && to !== null && from !== to ? `${from} → ${to}` : (to ?? from)}</span>
      )}
    </>
  );
}

const MOVED = { better: "fixed", worse: "failed", steady: "steady" } as const;
const WORDS = { better: "Better", worse: "Worse", steady: "Steady" } as const;

const FIRST = ["worse", "better", "steady"] as const;

function Metrics({ metrics }: { metrics: AppCompare["metrics"] }) {
  const rows = metrics.toSorted((a, b) => FIRST.indexOf(a.change) - FIRST.indexOf(b.change));
  const figure = (value: number, unit: string) => `${formatNumber(value)}${unit ? ` ${unit}` : ""}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className={styles.metrics} tabIndex={0} aria-label="Page metrics">
      <Table
        label="Page metrics, before and after"
        rows={rows}
        rowKey={({ page, metric }) => `${page} ${metric}`}
        columns={[
          { title: "Page", cell: ({ page }) => <span className={styles.page}>{page}</span> },
          { title: "Figure", cell: ({ name }) => name },
          { title: "Before", right: true, wide: true, cell: ({ from, unit }) => figure(from, unit) },
          { title: "After", right: true, cell: ({ to, unit }) => figure(to, unit) },
          {
            title: "Change",
            cell: ({ change }) => <Status status={MOVED[change]} word={WORDS[change]} />,
          },
        ]}
      />
    </section>
  );
}

function Part({ part: { name, before, after }, project }: { part: AppCompare["parts"][number]; project: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.part} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{name}</summary>
      {open && <RunComparison project={project} before={before} after={after} />}
    </details>
  );
}
