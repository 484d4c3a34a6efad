// A rule with its findings, grouped by page.
import { useState } from "react";
import type { AppFindings } from "../../../../api/endpoints/answers/app/findings.ts";
import { SITE } from "../../../../domain/words/places.ts";
import { Button } from "../../components/Button.tsx";
import { OutLink } from "../../components/Links.tsx";
import { Status } from "../../components/Status.tsx";
import { plural } from "../../lib/format.ts";
import { useMay } from "../../lib/session.ts";
import { AcceptDialog } from "./Accept.tsx";
import styles from "./Audit.module.css";
import { FindingRow } from "./FindingRow.tsx";

type Rule = AppFindings["rules"][number];

type Props = { rule: Rule; runId: string; project: string /** Whether it is expanded initially. */; open?: boolean };

export function RuleGroup({ rule, runId, project, open: shown }: Props) {
  const { write } = useMay();
  const [accepting, setAccepting] = useState(false);
  const open = rule.pages
    .flatMap(({ findings }) => findings)
    .filter(({ status }) => status === "new" || status === "standing");
  const pages = pagesOf(rule);
  return (
    <li className={styles.rule}>
      <details open={shown || undefined}>
        <summary className={styles.summary}>
          <Status status={rule.severity} />
          <span className={styles.name}>
            <strong>{rule.fault ?? rule.pages[0]?.findings[0]?.message ?? rule.rule}</strong>
            <code>{rule.rule}</code>
          </span>
          <span className={styles.total}>
            {plural(rule.total, "finding")}
            {pages > 1 && `, ${plural(pages, "page")}`}
          </span>
        </summary>
        <div className={styles.detail}>
          {rule.title && <p className={styles.help}>Expected: {rule.title}</p>}
          {rule.help && <p className={styles.help}>{rule.help}</p>}
          {write && open.length > 1 && (
            <Button size="small" onClick={() => setAccepting(true)}>
              Accept all {open.length} shown
            </Button>
          )}
          {rule.pages.map(({ page, findings }) => (
            <section key={page} className={styles.page}>
              <h3>{page ? <OutLink href={page}>{page}</OutLink> : SITE}</h3>
              <ul>
                {findings.map((finding) => (
                  <FindingRow key={finding.fingerprint} finding={finding} runId={runId} project={project} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </details>
      {accepting && (
        <AcceptDialog findings={open} runId={runId} project={project} onClose={() => setAccepting(false)} />
      )}
    </li>
  );
}

/** Returns a lower bound of the affected pages: at least the listed ones, and at least those of the most widespread shared finding. */
const pagesOf = ({ pages }: Rule): number =>
  Math.max(pages.length, ...pages.flatMap(({ findings }) => findings.map((one) => one.pages?.count ?? 0)));
