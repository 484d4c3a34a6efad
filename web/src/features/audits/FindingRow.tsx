// One finding: what is wrong, where, how it was detected, since when, and whether it was accepted.

import { useState } from "react";
import type { AppFinding } from "../../../../api/endpoints/answers/app/findings.ts";
import { Button } from "../../components/Button.tsx";
import { CopyButton } from "../../components/Code.tsx";
import { Person } from "../../components/Person.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { serviceUrl } from "../../lib/base.ts";
import { formatExact, plural } from "../../lib/format.ts";
import { useMay } from "../../lib/session.ts";
import { AcceptDialog, useAcceptances } from "./Accept.tsx";
import styles from "./Audit.module.css";
import { SharingPages } from "./SharingPages.tsx";

export function FindingRow({ finding, runId, project }: { finding: AppFinding; runId: string; project: string }) {
  const { write } = useMay();
  const [accepting, setAccepting] = useState(false);
  const { unaccept } = useAcceptances(project, runId);
  const { acceptance, status, target, selector, screenshot, firstSeen, timesSeen } = finding;
  const where = selector || target;
  return (
    <li className={styles.finding}>
      <div className={styles.words}>
        <p>{finding.message}</p>
        {where && (
          <p className={styles.where}>
            <code>{where}</code>
            <CopyButton text={where} label="Copy the selector" />
          </p>
        )}
        <p className={styles.since}>
          <Status status={status} />
          {finding.outcome === "review" && <Status status="manual" />}
          {firstSeen && (
            <span>
              first seen <TimeAgo time={firstSeen.at} />
            </span>
          )}
          {timesSeen !== null && timesSeen > 1 && <span>in {plural(timesSeen, "run")} in a row</span>}
        </p>
        {acceptance && (
          <p className="quiet">
            {acceptance.expired ? "Was accepted" : "Accepted"} by <Person who={acceptance.by} plain /> until{" "}
            {formatExact(acceptance.until)}: {acceptance.reason}
          </p>
        )}
        {finding.acceptedElsewhere && <p className="quiet">{finding.acceptedElsewhere}</p>}
        <SharingPages finding={finding} project={project} />
        <Evidence evidence={finding.evidence as Record<string, unknown>} />
      </div>
      {screenshot && (
        <img
          className={styles.picture}
          src={serviceUrl(screenshot)}
          alt={`Element ${where} when it was found`}
          loading="lazy"
        />
      )}
      {write && status !== "fixed" && (
        <div>
          {acceptance && !acceptance.expired ? (
            <Button
              size="small"
              busy={unaccept.isPending}
              onClick={() =>
                unaccept.mutate({
                  reason: acceptance.reason,
                  until: acceptance.until,
                  fingerprints: [finding.fingerprint],
                })
              }
            >
              Remove
            </Button>
          ) : (
            <Button size="small" onClick={() => setAccepting(true)}>
              Accept
            </Button>
          )}
        </div>
      )}
      {accepting && (
        <AcceptDialog findings={[finding]} runId={runId} project={project} onClose={() => setAccepting(false)} />
      )}
    </li>
  );
}

/** Evidence fields that are shown elsewhere in the row. */
const SAID = new Set(["screenshotId", "selector", "box"]);

function Evidence({ evidence }: { evidence: Record<string, unknown> }) {
  const rows = Object.entries(evidence).filter(([name, value]) => !SAID.has(name) && value !== null && value !== "");
  if (rows.length === 0) return null;
  return (
    <details className={styles.evidence}>
      <summary>Evidence</summary>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === "object" ? <pre>{JSON.stringify(value, null, 1)}</pre> : String(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
