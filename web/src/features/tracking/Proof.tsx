// Proof of a plan row: the action, the pushed data, the sent requests, and a screenshot.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AppTrackingProof } from "../../../../api/endpoints/answers/app/tracking.ts";
import { Button } from "../../components/Button.tsx";
import { OutLink, TextLink } from "../../components/Links.tsx";
import { Card, Columns, Page } from "../../components/Page.tsx";
import { ErrorState, Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { get } from "../../lib/api.ts";
import { serviceUrl } from "../../lib/base.ts";
import { useCommands } from "../../lib/commands.tsx";
import { plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { beaconFields, pushedText } from "./evidence.ts";
import { auditLook, triggerSentence } from "./plan.ts";
import styles from "./Tracking.module.css";

type Props = {
  project: string;
  runId: string;
  id: string;
  /** Ids of the rows to step through, in plan order. */
  ids: readonly string[];
  onShow: (id: string) => void;
};

export function Proof({ project, runId, id, ids, onShow }: Props) {
  const proof = useQuery({
    queryKey: ["tracking-proof", project, runId, id],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/tracking/proof", { params: { slug: project }, signal, query: { runId, id } }),
  });
  const at = ids.indexOf(id);
  const step = (by: number) => {
    const next = ids[at + by];
    if (next !== undefined) onShow(next);
  };
  useCommands([
    {
      id: "proof-next",
      title: "Next row",
      group: "Tracking",
      keys: "j",
      keysOnly: true,
      held: true,
      run: () => step(1),
    },
    {
      id: "proof-before",
      title: "Previous row",
      group: "Tracking",
      keys: "k",
      keysOnly: true,
      held: true,
      run: () => step(-1),
    },
    { id: "proof-back", title: "Back to the plan", group: "Tracking", keys: "Escape", run: () => onShow("") },
  ]);
  const actions = (
    <>
      <Button onClick={() => onShow("")}>Back to the plan</Button>
      <Button disabled={at <= 0} onClick={() => step(-1)}>
        Previous
      </Button>
      <Button disabled={at < 0 || at === ids.length - 1} onClick={() => step(1)}>
        Next
      </Button>
    </>
  );
  if (proof.error && !proof.data)
    return (
      <ErrorState error={proof.error} title="Proof not found">
        {actions}
      </ErrorState>
    );
  return (
    <Loaded query={proof}>
      {(data) => (
        <Page
          title={
            <>
              {data.label} <Status {...auditLook(data)} />
            </>
          }
          text={
            <div className={styles.head}>
              {data.eventType && <code>{data.eventType}</code>}
              <OutLink href={data.page}>{data.page}</OutLink>
              <TextLink to={paths.run(project, data.runId)}>Open audit</TextLink>
            </div>
          }
          actions={actions}
        >
          <Shown proof={data} />
        </Page>
      )}
    </Loaded>
  );
}

function Shown({ proof }: { proof: AppTrackingProof }) {
  return (
    <>
      {(proof.violations.length > 0 || proof.reason) && <Violations proof={proof} />}
      <Columns min={420}>
        <ol className={styles.chain}>
          <Link n={1} title="Step">
            <p>{proof.kind === "page" && !proof.trigger ? "The page loads" : triggerSentence(proof.trigger)}</p>
          </Link>
          <Link n={2} title="Push" note={proof.push ? atMs(proof.push) : undefined}>
            {proof.push ? <Push push={proof.push} /> : <p className={styles.quiet}>Nothing was pushed.</p>}
          </Link>
          <Link n={3} title={proof.beacons.length > 1 ? `${proof.beacons.length} beacons` : "Beacon"}>
            {proof.beacons.length === 0 && <p className={styles.quiet}>No request sent it.</p>}
            {proof.beacons.map((beacon, at) => (
              <Beacon key={at} beacon={beacon} />
            ))}
          </Link>
        </ol>
        <Picture proof={proof} />
      </Columns>
      {(proof.elsewhere.length > 0 || proof.notJudged.length > 0) && (
        <Card title="More">
          <ul className={styles.list}>
            {proof.elsewhere.map(({ page, status }) => (
              <li key={page} className={styles.head}>
                <Status {...auditLook({ status })} />
                <OutLink href={page}>{page}</OutLink>
              </li>
            ))}
            {proof.notJudged.map((text) => (
              <li key={text}>
                Not checked: <code>{text}</code>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Violations({ proof: { violations, reason } }: { proof: AppTrackingProof }) {
  return (
    <Card title={violations.length > 0 ? plural(violations.length, "violation") : "Why"}>
      {reason && <p>{reason}</p>}
      <ul className={styles.list}>
        {violations.map(({ rule, severity, message, help }) => (
          <li key={rule + message} className={styles.violation}>
            <Status status={severity} />
            <div>
              <p>
                <strong>{message}</strong>
              </p>
              <p className={styles.quiet}>{help}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type LinkProps = { n: number; title: string; note?: string; children: React.ReactNode };

function Link({ n, title, note, children }: LinkProps) {
  return (
    <li className={styles.step}>
      <span className={styles.number} aria-hidden="true">
        {n}
      </span>
      <section className={styles.stepBody}>
        <h2>
          {title} {note && <span className={styles.quiet}>{note}</span>}
        </h2>
        {children}
      </section>
    </li>
  );
}

const atMs = ({ atMs }: Record<string, unknown>): string | undefined =>
  typeof atMs === "number" ? `after ${atMs} ms` : undefined;

function Push({ push }: { push: Record<string, unknown> }) {
  const stack = Array.isArray(push.stack) ? push.stack.map(String) : [];
  return (
    <>
      <p>
        <code>{String(push.name ?? "")}</code> in <code>{String(push.layer ?? "the data layer")}</code>
      </p>
      <pre className={styles.code}>{pushedText(push.copy)}</pre>
      {stack.length > 0 && (
        <details>
          <summary>Pushed by</summary>
          <ol className={styles.stack}>
            {stack.map((line, at) => (
              <li key={at}>
                <code>{line}</code>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function Beacon({ beacon }: { beacon: Record<string, unknown> }) {
  return (
    <div className={styles.beacon}>
      <p>
        <strong>{String(beacon.provider ?? "")}</strong> <code>{String(beacon.account ?? "")}</code>{" "}
        <span className={styles.quiet}>{atMs(beacon)}</span>
      </p>
      <details>
        <summary>Data</summary>
        <dl className={styles.fields}>
          {beaconFields(beacon).map(([name, value], at) => (
            <div key={at}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

function Picture({ proof: { screenshot, page, label } }: { proof: AppTrackingProof }) {
  const [gone, setGone] = useState(false);
  return (
    <Card title="Screenshot">
      {screenshot && !gone ? (
        <a href={serviceUrl(screenshot)} target="_blank" rel="noreferrer noopener" aria-label="Full screenshot">
          <img
            className={styles.picture}
            src={serviceUrl(screenshot)}
            alt={`${page} when "${label}" was checked`}
            onError={() => setGone(true)}
          />
        </a>
      ) : (
        <p className={styles.quiet}>{gone ? "The screenshot is no longer stored." : "No screenshot."}</p>
      )}
    </Card>
  );
}
