// Pages that share a finding, loaded a hundred at a time when the list is opened.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AppFinding } from "../../../../api/endpoints/answers/app/findings.ts";
import { Button } from "../../components/Button.tsx";
import { OutLink } from "../../components/Links.tsx";
import { Loaded } from "../../components/States.tsx";
import { get } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import styles from "./Audit.module.css";

const AT_ONCE = 100;

export function SharingPages({ finding, project }: { finding: AppFinding; project: string }) {
  const [opened, setOpened] = useState(false);
  const { pages, fingerprint } = finding;
  if (pages === null) return null;
  return (
    <details className={styles.evidence} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        All {plural(pages.count, "page")} of {pages.of}
      </summary>
      {opened && <List runId={pages.runId} fingerprint={fingerprint} project={project} />}
    </details>
  );
}

function List({ runId, fingerprint, project }: { runId: string; fingerprint: string; project: string }) {
  const query = useInfiniteQuery({
    queryKey: ["findings", "pages", project, runId, fingerprint],
    queryFn: ({ signal, pageParam }) =>
      get("/api/app/projects/{slug}/findings/{fingerprint}/pages", {
        params: { slug: project, fingerprint },
        signal,
        query: { runId, cursor: pageParam, limit: AT_ONCE },
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Loaded query={query}>
      {({ pages: read }) => (
        <>
          <ul className={styles.sharing}>
            {read
              .flatMap((one) => one.pages)
              .map(({ page, target }) => (
                <li key={page}>
                  <OutLink href={page}>{page}</OutLink>
                  {target && <code>{target}</code>}
                </li>
              ))}
          </ul>
          {query.hasNextPage && (
            <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              More pages
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}
