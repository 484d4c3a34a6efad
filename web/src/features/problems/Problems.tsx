// Problems of a branch over all runs: what is wrong, since when, and who is assigned; the selected problem is shown beside the list.
import { useEffect, useRef } from "react";
import { fillPath } from "../../../../domain/net/fillPath.ts";
import { ButtonLink, DownloadLink } from "../../components/Links.tsx";
import { More } from "../../components/More.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { EmptyState, Loaded, NoMatches } from "../../components/States.tsx";
import { withQuery } from "../../lib/api.ts";
import { useCommands } from "../../lib/commands.tsx";
import { useMembers } from "../../lib/members.ts";
import { paths } from "../../lib/paths.ts";
import type { Problem } from "../../lib/problems.ts";
import { NO_SCOPE, useProjectSlug, useScope, useUrlState } from "../../lib/urlState.ts";
import { Filters } from "./Filters.tsx";
import { List } from "./List.tsx";
import { beside, NO_FILTER, queryOf } from "./model.ts";
import { Panel } from "./Panel.tsx";
import styles from "./Problems.module.css";
import { useProblems } from "./useProblems.ts";

const NONE: readonly Problem[] = [];

export function Screen() {
  const project = useProjectSlug();
  const scope = useScope();
  const members = useMembers();
  const [{ problem: shown, ...filter }, setState] = useUrlState({ ...NO_FILTER, problem: "" });
  const problems = useProblems(project, scope, filter);
  const all = problems.data?.pages.flatMap((page) => page.problems) ?? NONE;
  const show = (problem: string, push = false) => setState({ problem }, { push });
  const close = () => show("");
  const group = "Problems";
  const move = (step: 1 | -1) => () => show(beside(all, shown, step));
  useCommands([
    { id: "problem-next", title: "Next", group, keys: "j", keysOnly: true, held: true, run: move(1) },
    { id: "problem-back", title: "Previous", group, keys: "k", keysOnly: true, held: true, run: move(-1) },
    { id: "problem-close", title: "Close the problem", group, keys: "Escape", keysOnly: true, run: close },
  ]);
  const layout = useFocus(shown);
  const filtered = Object.values(filter).some(Boolean) || Boolean(scope.branch || scope.environment);
  return (
    <Page title="Problems" actions={<Export project={project} query={{ ...scope, ...queryOf(filter) }} />}>
      <Filters filter={filter} members={members} onChange={setState} />
      <div ref={layout} className={styles.layout} data-open={shown !== "" || undefined}>
        <div className={styles.list}>
          <Loaded query={problems}>
            {() => (
              <Card flush>
                {all.length === 0 ? (
                  <Empty
                    project={project}
                    filtered={filtered}
                    onClear={() => setState({ ...NO_FILTER, ...NO_SCOPE })}
                  />
                ) : (
                  <List problems={all} shown={shown} onShow={(id) => show(id, true)} />
                )}
                <More of={problems} label="Show more" />
              </Card>
            )}
          </Loaded>
        </div>
        {shown && (
          <Panel
            key={shown}
            id={shown}
            project={project}
            known={all.find(({ id }) => id === shown)}
            members={members}
            onClose={close}
          />
        )}
      </div>
    </Page>
  );
}

const EXPORT = "/api/app/projects/{slug}/problems/export";

/** Exports the filtered list as a file. */
function Export({ project, query }: { project: string; query: Parameters<typeof withQuery>[1] }) {
  const to = (format: string) => withQuery(fillPath(EXPORT, { slug: project }), { ...query, format });
  return (
    <>
      <DownloadLink href={to("csv")}>Export CSV</DownloadLink>
      <DownloadLink href={to("json")}>Export JSON</DownloadLink>
    </>
  );
}

/** Moves the focus to the problem if it replaces the list, and back to its row afterwards. */
function useFocus(shown: string) {
  const layout = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    const [list, panel] = layout.current?.children ?? [];
    const listHidden = list instanceof HTMLElement && list.offsetParent === null;
    if (shown && listHidden && panel instanceof HTMLElement) panel.focus();
    if (!shown && before.current)
      list?.querySelector<HTMLElement>(`[data-problem="${CSS.escape(before.current)}"]`)?.focus();
    before.current = shown;
  }, [shown]);
  return layout;
}

type EmptyProps = { project: string; filtered: boolean; onClear: () => void };

function Empty({ project, filtered, onClear }: EmptyProps) {
  if (filtered)
    return (
      <NoMatches text="No problem matches the filters and the top bar's environment and branch." onClear={onClear} />
    );
  return (
    <EmptyState
      title="No open problems"
      text="Problems that runs find are listed here until they are fixed. No completed run of this project has an open one."
    >
      <ButtonLink kind="primary" to={paths.runs(project)}>
        Show runs
      </ButtonLink>
    </EmptyState>
  );
}
