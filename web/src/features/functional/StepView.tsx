// Evidence of one step: why it failed, screenshot, console, requests, tracked events.
import type { ReactNode } from "react";
import type { AppTimeline } from "../../../../api/endpoints/answers/app/functional.ts";
import { Card } from "../../components/Page.tsx";
import { Status } from "../../components/Status.tsx";
import { serviceUrl } from "../../lib/base.ts";
import { formatDuration } from "../../lib/format.ts";
import styles from "./FeatureRun.module.css";

type Step = AppTimeline["steps"][number];

export function StepView({ step, heal }: { step: Step; heal: ReactNode }) {
  return (
    <Card
      title={
        <>
          Step {step.index + 1}: {step.keyword.trim()} {step.text}
        </>
      }
      actions={heal}
    >
      <div className={styles.seen}>
        {step.failure && <Failure failure={step.failure} />}
        {step.drift && (
          <p className="row">
            <Status status="warning" word="Drift" /> The element was found by a later locator: the first one no longer
            fits.
          </p>
        )}
        <div className={styles.evidence}>
          <figure className={styles.picture}>
            {step.screenshot ? (
              <a href={serviceUrl(step.screenshot)} target="_blank" rel="noreferrer" title="Open screenshot">
                <img src={serviceUrl(step.screenshot)} alt={`The page after step ${step.index + 1}`} />
              </a>
            ) : (
              <p className="quiet">No screenshot of this step.</p>
            )}
            {step.url && <figcaption>{step.url}</figcaption>}
          </figure>
          <div className={styles.records}>
            <Events events={step.events} />
            <Console said={step.console} />
            <Network requests={step.network} />
            {step.events.length + step.console.length + step.network.length === 0 && (
              <p className="quiet">No console messages and no failed requests.</p>
            )}
          </div>
        </div>
      </div>
    </Card>
  );
}

function Failure({ failure }: { failure: NonNullable<Step["failure"]> }) {
  const { message, expected, actual, timedOut, alerts, pending } = failure;
  return (
    <div className={styles.failure}>
      <p className={styles.error}>{message}</p>
      {(expected !== null || actual !== null) && (
        <dl className={styles.pair}>
          <dt>Expected</dt>
          <dd>
            <code>{expected ?? "none"}</code>
          </dd>
          <dt>Found</dt>
          <dd>
            <code>{actual ?? "nothing"}</code>
          </dd>
        </dl>
      )}
      {timedOut && <p>The step timed out.</p>}
      {alerts.length > 0 && <p>Console: {alerts.join("; ")}</p>}
      {pending.length > 0 && <p>Pending requests: {pending.join(", ")}</p>}
    </div>
  );
}

function Console({ said }: { said: Step["console"] }) {
  if (said.length === 0) return null;
  return (
    <section>
      <h3>Console</h3>
      <ul className={styles.rows}>
        {said.map(({ level, text }, at) => (
          <li key={`${at} ${text}`}>
            <Status status={level === "warn" ? "warning" : level} /> <code>{text}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Network({ requests }: { requests: Step["network"] }) {
  if (requests.length === 0) return null;
  return (
    <section>
      <h3>Requests</h3>
      <ul className={styles.rows}>
        {requests.map(({ method, url, status, failure }, at) => {
          const bad = failure !== null || (status !== null && status >= 400);
          return (
            <li key={`${at} ${url}`}>
              <Status
                status={bad ? "failed" : "ok"}
                word={status === null ? (failure ?? "No answer") : String(status)}
              />{" "}
              <code>
                {method} {url}
              </code>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Events({ events }: { events: Step["events"] }) {
  if (events.length === 0) return null;
  return (
    <section>
      <h3>Tracked events</h3>
      <ul className={styles.rows}>
        {events.map(({ provider, name, at, attributes }, index) => (
          <li key={`${index} ${name}`}>
            <details>
              <summary>
                <strong>{name}</strong>{" "}
                <span className="quiet">
                  {provider}, at {formatDuration(at)}
                </span>
              </summary>
              <pre className={styles.json}>{JSON.stringify(attributes, null, 2)}</pre>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}
