// Pages measured by a performance run: metrics with spread, filmstrip, and Lighthouse report.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AppRunPages } from "../../../../api/endpoints/answers/app/trends.ts";
import { fillPath } from "../../../../domain/net/fillPath.ts";
import { Button } from "../../components/Button.tsx";
import { CarriedFrom } from "../../components/CarriedFrom.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { Card } from "../../components/Page.tsx";
import { Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { get, getLinked } from "../../lib/api.ts";
import { serviceUrl } from "../../lib/base.ts";
import { formatNumber, plural } from "../../lib/format.ts";
import { useUrlState } from "../../lib/urlState.ts";
import styles from "./Measured.module.css";
import { type Figure, figuresOf, isFrames, slowestFirst } from "./measured.ts";

type MeasuredPage = AppRunPages["pages"][number];
/** Maximum number of pages shown; the findings below cover all of them. */
const MAX_PAGES = 100;
/** Number of pages shown at first, each with its filmstrip. */
const FEW_PAGES = 4;

const REPORT = "/api/app/projects/{slug}/runs/{runId}/pages/{index}/report";

export function Measured({ project, runId }: { project: string; runId: string }) {
  const [{ report }, setState] = useUrlState({ report: -1 });
  const [all, setAll] = useState(false);
  const measuredPages = useQuery({
    queryKey: ["audit-pages", project, runId],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/runs/{runId}/pages", {
        params: { slug: project, runId },
        signal,
        query: { limit: MAX_PAGES },
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card title="Pages">
      <Loaded query={measuredPages}>
        {({ pages, device, nextCursor }) => {
          const measured = slowestFirst(pages.filter(({ index }) => index >= 0));
          const shown = measured.find(({ index }) => index === report);
          return (
            <>
              <ul className={styles.pages}>
                {measured.slice(0, all ? measured.length : FEW_PAGES).map((page) => (
                  <PageRow
                    key={page.index}
                    project={project}
                    page={page}
                    device={device}
                    onReport={() => setState({ report: page.index }, { push: true })}
                  />
                ))}
              </ul>
              {!all && measured.length > FEW_PAGES && (
                <Button className={styles.more} onClick={() => setAll(true)}>
                  Show all {plural(measured.length, "page")}
                </Button>
              )}
              {all && nextCursor && <p className="faint">The first {plural(measured.length, "page")} are shown.</p>}
              {shown && (
                <Dialog
                  title={`Lighthouse: ${shown.key ?? shown.url ?? "page"}`}
                  open
                  wide="full"
                  onOpenChange={() => setState({ report: -1 })}
                >
                  <iframe
                    className={styles.report}
                    title={`Lighthouse's report of ${shown.key ?? shown.url ?? "the page"}`}
                    // Without `allow-same-origin`, so that the report's scripts have no access to the session.
                    sandbox="allow-scripts"
                    src={serviceUrl(fillPath(REPORT, { slug: project, runId, index: shown.index }))}
                  />
                </Dialog>
              )}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

type RowProps = { project: string; page: MeasuredPage; device: AppRunPages["device"]; onReport: () => void };

function PageRow({ project, page, device, onReport }: RowProps) {
  const { key, url, status, carriedFrom, reason, score, metrics } = page;
  const artifacts = page.artifacts as Record<string, string>;
  return (
    <li className={styles.page}>
      <div className={styles.head}>
        <strong className={styles.name}>{key ?? url}</strong>
        {/* The score and the list below already show that there are findings; only a page that could not be measured has no score. */}
        {score === null && <Status status={status} />}
        {score !== null && <span>Score {formatNumber(score)}</span>}
        {device && <span className="faint">{device}</span>}
        {artifacts.report && (
          <Button size="small" onClick={onReport}>
            Lighthouse report
          </Button>
        )}
      </div>
      {carriedFrom && <CarriedFrom project={project} runId={carriedFrom} className="faint" />}
      {reason && <p className="faint">{reason}</p>}
      <dl className={styles.figures}>
        {figuresOf(metrics as Record<string, number | null>).map((figure) => (
          <FigureOf key={figure.name} figure={figure} />
        ))}
      </dl>
      {artifacts.filmstrip && <Filmstrip path={artifacts.filmstrip} page={key ?? ""} />}
    </li>
  );
}

function FigureOf({ figure: { name, unit, value, low, high } }: { figure: Figure }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {formatNumber(value)} {unit}
        {high > low && (
          <span className="faint">
            {" "}
            {formatNumber(low)} to {formatNumber(high)}
          </span>
        )}
      </dd>
    </div>
  );
}

function Filmstrip({ path, page }: { path: string; page: string }) {
  const film = useQuery({
    queryKey: ["filmstrip", path.split("?")[0]],
    queryFn: ({ signal }) => getLinked(path, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isFrames(film.data)) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <ol className={styles.film} tabIndex={0} aria-label={`How ${page} looked while it loaded`}>
      {film.data.frames.map(({ ms, data }) => (
        <li key={ms}>
          <img src={data} alt={`After ${formatNumber(ms)} ms`} />
          <span>{formatNumber(ms)} ms</span>
        </li>
      ))}
    </ol>
  );
}
