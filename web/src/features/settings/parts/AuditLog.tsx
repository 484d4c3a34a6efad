// Who did what in the organisation, newest first.
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { AnswerAt } from "../../../../../api/endpoints/typedPath.ts";
import { actionWords, detailWords, isMadeId } from "../../../../../domain/words/actions.ts";
import { displayName } from "../../../../../domain/words/people.ts";
import { Select, TextField } from "../../../components/Field.tsx";
import { TextLink } from "../../../components/Links.tsx";
import { More } from "../../../components/More.tsx";
import { Card } from "../../../components/Page.tsx";
import { Person } from "../../../components/Person.tsx";
import { EmptyState, Loaded } from "../../../components/States.tsx";
import { Table } from "../../../components/Table.tsx";
import { TimeAgo } from "../../../components/TimeAgo.tsx";
import { get } from "../../../lib/api.ts";
import { useMembers } from "../../../lib/members.ts";
import { paths } from "../../../lib/paths.ts";
import { useMay } from "../../../lib/session.ts";
import { useUrlState } from "../../../lib/urlState.ts";
import styles from "../Settings.module.css";

/** Filters by the prefix of the action's name. */
const ACTIONS = [
  { value: "", label: "All actions" },
  { value: "project.", label: "Projects" },
  { value: "environment.", label: "Environments" },
  { value: "scenario.", label: "Scenarios" },
  { value: "baseline.", label: "Baselines" },
  { value: "run.", label: "Runs" },
  { value: "finding.", label: "Findings" },
  { value: "commentHook.", label: "Webhooks for comments" },
  { value: "codeAccount.", label: "Accounts of code hosts" },
  { value: "key.", label: "Keys" },
  { value: "app.", label: "Connected apps" },
  { value: "user.", label: "People" },
];

export function Part(_: { project: string }) {
  const { administer } = useMay();
  const [state, setState] = useUrlState({ action: "", who: "" });
  const who = useDeferredValue(state.who.trim());
  const log = useInfiniteQuery({
    queryKey: ["auditLog", state.action, who],
    queryFn: ({ signal, pageParam }) =>
      get("/api/app/audit-log", { signal, query: { limit: 50, cursor: pageParam, action: state.action, who } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    enabled: administer,
  });
  if (!administer)
    return <EmptyState title="For administrators" text="The audit log shows who did what in the organisation." />;
  return (
    <Card title="Audit log of the organisation" flush>
      <search className={styles.tools}>
        <Select
          label="Action"
          hiddenLabel
          value={state.action}
          onChange={(action) => setState({ action })}
          options={ACTIONS}
        />
        <TextField
          label="Who"
          hiddenLabel
          type="search"
          placeholder="Complete e-mail address or id"
          value={state.who}
          onChange={(who) => setState({ who })}
        />
      </search>
      <Loaded query={log}>
        {({ pages }) => (
          <>
            <Table
              label="Audit log"
              rows={pages.flatMap(({ entries }) => entries)}
              rowKey={({ id }) => id}
              columns={[
                { title: "When", cell: ({ at }) => <TimeAgo time={at} /> },
                { title: "Who", cell: ({ who }) => <Person who={who} className={styles.wide} /> },
                {
                  title: "What",
                  cell: (entry) => <Deed entry={entry} />,
                },
              ]}
              empty={<EmptyState title="No matches" text="No entry matches the filters." />}
            />
            <More of={log} label="Older entries" />
          </>
        )}
      </Loaded>
    </Card>
  );
}

type Entry = AnswerAt<"GET", "/api/app/audit-log">["entries"][number];

/** Unreadable ids appear only in the tooltip; runs are linked. */
function Deed({ entry: { action, target, details } }: { entry: Entry }) {
  const about = details as Record<string, unknown>;
  const person = useMembers().find(({ id }) => id === target);
  const words = person
    ? actionWords(action, displayName(person))
    : isMadeId(target)
      ? actionWords(action, "").replace(/:.*| $/, "")
      : actionWords(action, target);
  const more = detailWords(about);
  return (
    <span className={styles.deed} title={`${action} ${target}`}>
      {target.startsWith("run_") && typeof about.project === "string" ? (
        <TextLink to={paths.run(about.project, target)}>{words}</TextLink>
      ) : (
        words
      )}
      {more && <span className={styles.details}>{more}</span>}
    </span>
  );
}
