// One answer of the coach: text with links, its sources, suggested next steps, and changes that need approval.
import { useQueryClient } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import type { conversation as conversationAnswer } from "../../../../api/endpoints/answers/coach.ts";
import type { AnswerOf } from "../../../../api/endpoints/answers/named.ts";
import { argsInWords } from "../../../../domain/words/args.ts";
import { Button } from "../../components/Button.tsx";
import { CallAction } from "../../components/CallAction.tsx";
import { Facts } from "../../components/Facts.tsx";
import { TextLink } from "../../components/Links.tsx";
import { Status } from "../../components/Status.tsx";
import { post } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import styles from "./Coach.module.css";
import { blocksOf } from "./reply.ts";

type Turn = AnswerOf<typeof conversationAnswer>["turns"][number];
type Proposal = NonNullable<Turn["proposal"]>;

type Props = Pick<Turn, "message" | "reply" | "calls"> &
  Partial<Pick<Turn, "model" | "proposal" | "offers">> & { project: string };

export function Answer({ message, calls, reply, model, proposal, offers = [], project }: Props) {
  return (
    <article className={styles.turn}>
      <p className={styles.question}>{message}</p>
      <div className={styles.reply}>
        {blocksOf(reply).map((block, at) =>
          block.list ? (
            <ul key={`${at} list`}>
              {block.lines.map((line, row) => (
                <li key={`${row} ${line}`}>{linked(line, project)}</li>
              ))}
            </ul>
          ) : (
            block.lines.map((line, row) => <p key={`${at} ${row}`}>{linked(line, project)}</p>)
          ),
        )}
      </div>
      {proposal && <ProposalCard proposal={proposal} />}
      {offers.length > 0 && (
        <div className="row">
          {offers.map((offer) => (
            <CallAction key={offer.label} call={offer} project={project} named />
          ))}
        </div>
      )}
      {calls.length > 0 && (
        <details className={styles.calls}>
          <summary>Sources</summary>
          <ul>
            {calls.map((call, at) => (
              <li key={`${at} ${call.tool}`}>
                <Status status={call.ok ? "ok" : "failed"} word={call.tool} /> {call.summary}
              </li>
            ))}
          </ul>
        </details>
      )}
      {model && <p className="note">{model === "builtin" ? "Built-in planner, no language model" : model}</p>}
    </article>
  );
}

const RUN = /(\brun_\w+(?:-\w+)*)/;

/** Links the runs that the text names. */
function linked(text: string, project: string): ReactNode {
  return text.split(RUN).map((part, at) =>
    at % 2 === 1 ? (
      <TextLink key={`${at} ${part}`} to={paths.run(project, part)}>
        {part}
      </TextLink>
    ) : (
      <Fragment key={`${at} ${part}`}>{part}</Fragment>
    ),
  );
}

function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { write } = useMay();
  const queries = useQueryClient();
  const decide = useSend({
    mutationFn: (decision: "approve" | "reject") =>
      post(`/api/app/coach/proposals/{proposalId}/${decision}`, { params: { proposalId: proposal.proposalId } }),
    onSuccess: ({ status }) => {
      if (status === "failed") toast.failed(new Error("Not all changes were made. The proposal says what failed."));
      else toast.say(status === "rejected" ? "Nothing was changed." : "Done.");
    },
    onError: toast.failed,
    // After an error too, because it may have been decided in another tab.
    onSettled: () => void queries.invalidateQueries(),
  });
  return (
    <section className={styles.proposal}>
      <h3>{proposal.title}</h3>
      <ol className={styles.changes}>
        {proposal.calls.map(({ tool, title, args, why }, at) => (
          <li key={`${at} ${tool}`}>
            <strong>{title ?? tool}</strong> {why}
            <Facts
              of={Object.fromEntries(
                argsInWords(args as Record<string, unknown>).map(({ name, value }) => [name, value]),
              )}
            />
            {proposal.results[at] && (
              <p>
                <Status status={proposal.results[at].ok ? "ok" : "failed"} /> {proposal.results[at].summary}
              </p>
            )}
          </li>
        ))}
      </ol>
      {proposal.status === "open" && write ? (
        <div className="row">
          <Button kind="primary" busy={decide.isPending} onClick={() => decide.mutate("approve")}>
            Approve
          </Button>
          <Button busy={decide.isPending} onClick={() => decide.mutate("reject")}>
            Reject
          </Button>
        </div>
      ) : (
        <Status status={proposal.status} />
      )}
    </section>
  );
}
