// One proof: progress, verdict, and evidence to share.

import { useQuery } from "@tanstack/react-query";
import type { AppProof } from "../../../../api/endpoints/answers/app/proofs.ts";
import { Button } from "../../components/Button.tsx";
import { ButtonLink, OpenLink, OutLink, TextLink } from "../../components/Links.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { Person } from "../../components/Person.tsx";
import { Progress } from "../../components/Progress.tsx";
import { Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get, remove } from "../../lib/api.ts";
import { againIfAway } from "../../lib/away.ts";
import { useChange } from "../../lib/change.ts";
import { copyText } from "../../lib/clipboard.ts";
import { useCommands } from "../../lib/commands.tsx";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { useParam, useProjectSlug } from "../../lib/urlState.ts";
import { Chosen } from "./Chosen.tsx";
import { Evidence } from "./Evidence.tsx";
import styles from "./Proof.module.css";
import { isOpen, proofLook, titleOf } from "./ticket.ts";

const PATH = "/api/app/projects/{slug}/proofs/{jobId}";

/** A proof takes only seconds, so it is polled often while it is running. */
const OPEN_MS = 1_500;

export function Screen() {
  const project = useProjectSlug();
  const jobId = useParam("jobId");
  const proof = useQuery({
    queryKey: ["proof", "job", project, jobId],
    queryFn: ({ signal }) => get(PATH, { params: { slug: project, jobId }, signal }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data) ? OPEN_MS : againIfAway(state.error)),
  });
  return <Loaded query={proof}>{(data) => <Shown proof={data} project={project} />}</Loaded>;
}

function Shown({ proof, project }: { proof: AppProof; project: string }) {
  const open = isOpen(proof);
  return (
    <Page
      title={
        <>
          {proof.issueKey} <Status {...proofLook(proof)} />
        </>
      }
      text={
        <>
          <p className={styles.sentence}>{titleOf(proof)}</p>
          <div className={styles.head}>
            <span>
              by <Person who={proof.requestedBy} plain />, <TimeAgo time={proof.createdAt} />
            </span>
            {proof.environment && <span>on {proof.environment}</span>}
            {proof.runId && <TextLink to={paths.run(project, proof.runId)}>Open functional test</TextLink>}
          </div>
        </>
      }
      actions={<Actions proof={proof} project={project} />}
    >
      {open && (
        <Card>
          <div className={styles.progress} role="status">
            <strong>
              {proof.progress.phase || "Waiting for a worker"}
              {proof.stale && " (last known status; Temporal does not respond)"}
            </strong>
            <Progress label="Progress of the proof" done={proof.progress.done} total={proof.progress.total} />
          </div>
        </Card>
      )}
      {proof.error && (
        <Card title="Error">
          <p className="error" role="alert">
            {proof.error}
          </p>
        </Card>
      )}
      {!open && (proof.headline || proof.reasons.length > 0) && <Verdict proof={proof} />}
      {!open && <Evidence proof={proof} />}
      {!open && <Chosen proof={proof} project={project} />}
    </Page>
  );
}

function Verdict({ proof: { headline, reasons, warnings, comment } }: { proof: AppProof }) {
  // The headline of a ticket that is not proven ends with the first reason.
  const others = reasons.filter(({ message }) => !headline?.endsWith(message));
  return (
    <Card title="Verdict">
      {headline && <p className={styles.headline}>{headline}</p>}
      <ul className={styles.list}>
        {others.map(({ code, message }) => (
          <li key={code + message}>{message}</li>
        ))}
        {warnings.map((warning) => (
          <li key={warning} className={styles.warning}>
            <Status status="warning" /> <span>{warning}</span>
          </li>
        ))}
      </ul>
      {comment?.url && (
        <p>
          <OutLink href={comment.url}>Comment in the ticket</OutLink>
        </p>
      )}
      {comment?.problem && (
        <p className={styles.warning}>
          <Status status="warning" /> <span>The ticket has no comment: {comment.problem}</span>
        </p>
      )}
    </Card>
  );
}

function Actions({ proof, project }: { proof: AppProof; project: string }) {
  const { write } = useMay();
  const cancel = useChange(() => remove(PATH, { params: { slug: project, jobId: proof.jobId } }), {
    stale: "proof",
    say: "The proof is being cancelled.",
  });
  const copy = (text: string | null, what: string) => {
    if (text === null) return;
    copyText(text).then(
      () => toast.say(`Copied as ${what}.`),
      () => toast.failed("The browser blocked copying. Copy from the evidence page instead."),
    );
  };
  useCommands([
    ...(proof.markdown
      ? [
          {
            id: "proof-markdown",
            title: "Copy as Markdown",
            group: "Issue proof",
            keys: "c",
            run: () => copy(proof.markdown, "Markdown"),
          },
        ]
      : []),
    ...(proof.jira
      ? [
          {
            id: "proof-jira",
            title: "Copy for Jira",
            group: "Issue proof",
            keys: "C",
            run: () => copy(proof.jira, "Jira markup"),
          },
        ]
      : []),
  ]);
  return (
    <>
      <ButtonLink to={paths.proofs(project)}>All proofs</ButtonLink>
      {write && isOpen(proof) && (
        <Button kind="danger" busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel
        </Button>
      )}
      {proof.evidence && <OpenLink href={proof.evidence}>Evidence page</OpenLink>}
      {proof.traceViewer && <OpenLink href={proof.traceViewer}>Trace</OpenLink>}
      {proof.jira && <Button onClick={() => copy(proof.jira, "Jira markup")}>Copy for Jira</Button>}
      {proof.markdown && (
        <Button kind="primary" onClick={() => copy(proof.markdown, "Markdown")}>
          Copy as Markdown
        </Button>
      )}
    </>
  );
}
