// Proofs of tickets: paste a ticket to prove it, and see earlier proofs.
import { useInfiniteQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Checkbox, TextArea } from "../../components/Field.tsx";
import { TextLink } from "../../components/Links.tsx";
import { More } from "../../components/More.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { Person } from "../../components/Person.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { EmptyState, Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { Table } from "../../components/Table.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { get } from "../../lib/api.ts";
import { useCommands } from "../../lib/commands.tsx";
import { pollInterval } from "../../lib/live.ts";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/session.ts";
import { useProjectSlug } from "../../lib/urlState.ts";
import styles from "./Proof.module.css";
import { isOpen, proofLook, titleOf, wishOf } from "./ticket.ts";
import { useStartProof } from "./useStartProof.ts";

export function Screen() {
  const project = useProjectSlug();
  const { write } = useMay();
  const proofs = useInfiniteQuery({
    queryKey: ["proofs", "job", project],
    queryFn: ({ signal, pageParam }) =>
      get("/api/app/projects/{slug}/proofs", {
        params: { slug: project },
        signal,
        query: { limit: 50, cursor: pageParam },
      }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => pollInterval(state, ({ pages }) => pages.some(({ proofs }) => proofs.some(isOpen))),
  });
  return (
    <Page
      title="Issue proof"
      text="Proves that a ticket is done: a functional test performs it in a browser, and the tracking plan checks the data that is sent."
    >
      {write && <Start project={project} />}
      <Loaded query={proofs}>
        {({ pages }) => (
          <Card title="Earlier proofs" flush>
            <Table
              label="Proofs"
              rows={pages.flatMap(({ proofs }) => proofs)}
              rowKey={({ jobId }) => jobId}
              columns={[
                {
                  title: "Ticket",
                  cell: ({ jobId, issueKey, title }) => (
                    <TextLink to={paths.proof(project, jobId)} className={styles.ticket}>
                      <strong>{issueKey}</strong> {titleOf({ issueKey, title })}
                    </TextLink>
                  ),
                },
                { title: "Verdict", cell: (proof) => <Status {...proofLook(proof)} /> },
                { title: "Environment", wide: true, cell: ({ environment }) => environment ?? "" },
                { title: "When", cell: ({ createdAt }) => <TimeAgo time={createdAt} /> },
                { title: "By", wide: true, cell: ({ requestedBy }) => <Person who={requestedBy} /> },
              ]}
              empty={
                <EmptyState
                  title="No proof yet"
                  text="Paste a ticket above. The proof shows whether the site does what it describes."
                />
              }
            />
            <More of={proofs} label="Earlier proofs" />
          </Card>
        )}
      </Loaded>
    </Page>
  );
}

function Start({ project }: { project: string }) {
  const [ticket, setTicket] = useState("");
  const [reuseAudit, setReuseAudit] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const start = useStartProof(project);
  useCommands([
    {
      id: "proof-paste",
      title: "Prove a ticket",
      group: "Issue proof",
      keys: "n",
      run: () => form.current?.querySelector("textarea")?.focus(),
    },
  ]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate({ ...wishOf(ticket), ...(reuseAudit ? { reuseAudit } : {}) });
  };
  return (
    <Card>
      <form ref={form} className={styles.form} onSubmit={submit}>
        <TextArea
          label="Ticket"
          required
          rows={5}
          placeholder={"SHOP-101 Measure when the oak stool is put into the basket\n\nWhen a visitor adds …"}
          hint="The ticket's text, with the title in the first line. With a connected ticket system, only its key."
          value={ticket}
          onChange={setTicket}
        />
        <Checkbox
          label="Use the newest tracking audit"
          hint="Faster: events that this audit has checked are not repeated."
          checked={reuseAudit}
          onChange={setReuseAudit}
        />
        <SaveProblem error={start.error} />
        <Button kind="primary" type="submit" busy={start.isPending} disabled={!ticket.trim()}>
          Prove it
        </Button>
      </form>
    </Card>
  );
}
