// Flakiness of a scenario: the percentage, where it comes from, and a bar for each of the newest tests, oldest first.
import { useQuery } from "@tanstack/react-query";
import type { AppFlakiness } from "../../../../api/endpoints/answers/app/steady.ts";
import { get } from "../../lib/api.ts";
import { formatExact } from "../../lib/format.ts";
import { useScope } from "../../lib/urlState.ts";
import { flakyPercent, flakyWords } from "./flakyWords.ts";
import styles from "./Scenario.module.css";
import { Place } from "./words.tsx";

type Test = AppFlakiness["history"][number];

const lookOf = ({ failed, unstable, flipped }: Test): string =>
  unstable + flipped > 0 ? "flaky" : failed > 0 ? "failed" : "passed";

const sayTest = ({ at, results, failed, unstable, flipped }: Test): string =>
  `${formatExact(at)}: ${results - failed} of ${results} without a change, ${unstable} unstable, ${flipped} flipped`;

export function Steadiness({ project, label }: { project: string; label: string }) {
  const { environment } = useScope();
  const { data, error } = useQuery({
    queryKey: ["flakiness", "run", project, label, environment],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/flakiness/{label}", {
        params: { slug: project, label },
        query: { environment },
        signal,
      }),
  });
  if (!data) return <p className={styles.quiet}>{error?.message ?? "Loading …"}</p>;
  if (data.history.length === 0) return <p className={styles.quiet}>No test yet.</p>;
  const places = data.places
    .filter(({ percent }) => (percent ?? 0) > 0)
    .sort((a, b) => (b.percent ?? 0) - (a.percent ?? 0));
  return (
    <>
      <ol className={styles.bars} aria-label="The newest tests, oldest first">
        {data.history.map((test) => (
          <li key={test.runId} data-look={lookOf(test)} title={sayTest(test)}>
            <span style={{ height: `${Math.max(12, ((test.results - test.failed) / test.results) * 100)}%` }} />
            <span className="sr-only">{sayTest(test)}</span>
          </li>
        ))}
      </ol>
      <p>{flakyWords(data)}</p>
      {places.length > 0 && data.places.length > 1 && (
        <ul className={styles.rules}>
          {places.map((place) => (
            <li key={[place.viewport, place.browser, place.mode, place.selector].join(" ")}>
              <Place {...place} />
              <span className={styles.quiet}>{flakyPercent(place)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
