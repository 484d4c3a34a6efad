// All pages found by the crawl, with a filter. Pages that already have a scenario are marked and cannot be selected again.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { AppFoundPages } from "../../../../api/endpoints/answers/app/setup.ts";
import { Button } from "../../components/Button.tsx";
import { Checkbox, TextField } from "../../components/Field.tsx";
import { TextLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { Table } from "../../components/Table.tsx";
import { get } from "../../lib/api.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { type Chosen, choose, filterPages, isWhole, leaveOut } from "./chosen.ts";
import type { Proposal } from "./flow.ts";
import styles from "./Setup.module.css";

type Page = AppFoundPages["pages"][number];
type Props = {
  project: string;
  job: string;
  proposals: readonly Proposal[];
  chosen: Chosen;
  onChosen: (change: (before: Chosen) => Chosen) => void;
};

const usePages = (project: string, jobId: string, text: string, enabled: boolean) =>
  useQuery({
    queryKey: ["foundPages", project, jobId, text],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/setup/pages", { params: { slug: project }, signal, query: { jobId, text } }),
    placeholderData: keepPreviousData,
    enabled,
  });

export function AllPages({ project, job, ...rest }: Props) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const all = usePages(project, job, "", true);
  // A complete list is filtered here, without a request; a partial one is filtered by the service.
  const whole = all.data !== undefined && isWhole(all.data);
  const found = usePages(project, job, wanted, wanted !== "" && !whole);
  const shown = wanted === "" || whole ? all : found;
  return (
    <Card title={all.data ? `All ${plural(all.data.total, "page")} found` : "All pages found"} flush>
      <search className={styles.tools}>
        <TextField
          label="Filter pages"
          hiddenLabel
          type="search"
          placeholder="Name or path"
          maxLength={200}
          value={text}
          onChange={setText}
        />
      </search>
      <Loaded query={shown}>
        {(data) => (
          <List
            {...rest}
            project={project}
            data={whole ? filterPages(data, wanted) : data}
            filtered={wanted !== ""}
            waits={shown.isPlaceholderData}
          />
        )}
      </Loaded>
    </Card>
  );
}

type ListProps = Omit<Props, "job"> & {
  data: AppFoundPages;
  filtered: boolean;
  /** Whether the list still shows the previous filter's pages. */
  waits: boolean;
};

function List({ project, proposals, chosen, onChosen, data: { total, matching, pages }, filtered, waits }: ListProps) {
  const proposed = new Map(proposals.map((one) => [one.url, one]));
  // A proposed page is the same choice in both lists, with the proposal's name and viewports.
  const choiceOf = ({ url, label }: Page) => proposed.get(url) ?? { url, label };
  const free = pages.filter(({ scenario }) => scenario === null);
  const all = free.length > 0 && free.every(({ url }) => chosen.has(url));
  const bound =
    pages.length < matching && ` Only the first ${formatCount(pages.length)} are listed. Filter to find others.`;
  return (
    <>
      <div className={styles.tools}>
        <Button
          size="small"
          disabled={free.length === 0 || waits}
          onClick={() => onChosen((before) => (all ? leaveOut(before, free) : choose(before, free.map(choiceOf))))}
        >
          {all ? "Deselect these" : `Choose ${filtered ? "these" : "all"} ${formatCount(free.length)}`}
        </Button>
        <p className="remark" role="status">
          {filtered && !waits && `${formatCount(matching)} of ${plural(total, "page")} match.`}
          {bound}
        </p>
      </div>
      <Table
        label="Pages of the crawl"
        rows={pages}
        rowKey={({ url }) => url}
        columns={[
          {
            title: "Page",
            cell: (page) => (
              <Checkbox
                label={page.label}
                checked={page.scenario !== null || chosen.has(page.url)}
                disabled={page.scenario !== null}
                onChange={(on) =>
                  onChosen((before) => (on ? choose(before, [choiceOf(page)]) : leaveOut(before, [page])))
                }
              />
            ),
          },
          { title: "Path", cell: ({ url }) => <code>{url}</code>, wide: true },
          {
            title: "Scenario",
            cell: ({ scenario }) =>
              scenario !== null && <TextLink to={paths.scenario(project, scenario)}>{scenario}</TextLink>,
          },
        ]}
        empty={<EmptyState title="No matches" text="No page matches the filter." />}
      />
    </>
  );
}
