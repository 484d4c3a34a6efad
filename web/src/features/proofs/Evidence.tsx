// Evidence of a proof: expected versus sent events, and each step with its screenshot.
import { useState } from "react";
import type { AppProof } from "../../../../api/endpoints/answers/app/proofs.ts";
import { Card } from "../../components/Page.tsx";
import { Status } from "../../components/Status.tsx";
import { Table } from "../../components/Table.tsx";
import { serviceUrl } from "../../lib/base.ts";
import styles from "./Proof.module.css";

type Row = { attribute: string; expected: string; observed: string; ok: boolean };

export function Evidence({ proof: { rows, times, steps } }: { proof: AppProof }) {
  const all: Row[] = [
    ...(times
      ? [
          {
            attribute: "times sent",
            expected: String(times.expected),
            observed: String(times.sent),
            ok: times.sent === times.expected,
          },
        ]
      : []),
    ...rows,
  ];
  return (
    <>
      {all.length > 0 && (
        <Card title="Expected and observed" flush>
          <Table
            label="Expected and observed"
            rows={all}
            rowKey={({ attribute }) => attribute}
            columns={[
              { title: "Attribute", cell: ({ attribute }) => <code>{attribute}</code> },
              { title: "Expected", cell: ({ expected }) => <code>{expected}</code> },
              { title: "Observed", cell: ({ observed }) => <code className={styles.observed}>{observed}</code> },
              {
                title: "Result",
                cell: ({ ok }) => (
                  <Status status={ok ? "passed" : "failed"} word={ok ? "As planned" : "Not as planned"} />
                ),
              },
            ]}
          />
        </Card>
      )}
      {steps.length > 0 && (
        <Card title="Steps">
          <ol className={styles.steps}>
            {steps.map((step, at) => (
              <Step key={at} step={step} n={at + 1} />
            ))}
          </ol>
        </Card>
      )}
    </>
  );
}

function Step({ step, n }: { step: AppProof["steps"][number]; n: number }) {
  const [gone, setGone] = useState(false);
  return (
    <li className={styles.step}>
      <div className={styles.stepWords}>
        <p>
          <span className="remark">{n}.</span> <strong>{step.keyword}</strong> {step.text}
        </p>
        <div className={styles.head}>
          <Status status={step.status} />
          {step.events.map(({ name, provider }, at) => (
            <code key={at} title={`Sent by ${provider}`} className={styles.event}>
              {name}
            </code>
          ))}
        </div>
        {step.message && <p className="error">{step.message}</p>}
      </div>
      {step.screenshot && !gone && (
        <a href={serviceUrl(step.screenshot)} target="_blank" rel="noreferrer noopener">
          <img
            className={styles.picture}
            src={serviceUrl(step.screenshot)}
            alt={`The page after step ${n}`}
            loading="lazy"
            onError={() => setGone(true)}
          />
        </a>
      )}
    </li>
  );
}
