// Button that permanently deletes a project, an organisation or an account, with a dialog that lists what is deleted and asks for the name.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { erasurePlan } from "../../../api/endpoints/answers/erasure.ts";
import type { AnswerOf } from "../../../api/endpoints/answers/named.ts";
import { plural } from "../lib/format.ts";
import { Button } from "./Button.tsx";
import styles from "./DeleteForGood.module.css";
import { Dialog } from "./Dialog.tsx";
import { Card } from "./Page.tsx";
import { Loaded } from "./States.tsx";
import { TypedConfirm } from "./TypedConfirm.tsx";

type Plan = AnswerOf<typeof erasurePlan>;

type Props = {
  /** Used in the button: "project" gives "Delete project". */
  thing: string;
  /** Which one, if there are several, so that the plan of another one is never shown. */
  named?: string;
  /** Explains the consequences. */
  text: string;
  readPlan: (signal: AbortSignal) => Promise<Plan>;
  erase: (confirm: string) => Promise<unknown>;
  /** Navigates away once the deletion has started. */
  onAsked: () => void;
};

/** Singular and plural for counts whose own name is not readable. */
const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  keys: ["API key", "API keys"],
  accounts: ["account that belongs to no other organisation", "accounts that belong to no other organisation"],
};

/** Returns phrases such as "12 runs" for all counts above zero. */
const listOf = (counts: object): string[] =>
  Object.entries(counts as Record<string, number>)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => plural(count, ...(WORDS[name] ?? ([name.replace(/s$/, ""), name] as const))));

export function DeleteForGood({ thing, named, text, readPlan, erase, onAsked }: Props) {
  const [open, setOpen] = useState(false);
  const plan = useQuery({
    queryKey: ["deletionPlan", thing, named],
    queryFn: ({ signal }) => readPlan(signal),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  });
  const title = `Delete ${thing}`;
  const close = () => setOpen(false);
  return (
    <Card title={title}>
      <div className={styles.card}>
        <p>{text}</p>
        <Button kind="danger" onClick={() => setOpen(true)}>
          {title}
        </Button>
      </div>
      {open &&
        (plan.data && plan.data.refusal === null ? (
          <TypedConfirm
            title={title}
            word={plan.data.confirm}
            action={title}
            change={() => erase(plan.data.confirm)}
            stale="deletions"
            say={`The ${thing} is being deleted.`}
            onDone={onAsked}
            onClose={close}
          >
            <Going counts={plan.data.counts} />
          </TypedConfirm>
        ) : (
          <Dialog title={title} open onOpenChange={(still) => !still && close()}>
            <Loaded query={plan}>
              {({ refusal }) => (
                <>
                  <p>{refusal}</p>
                  <Button data-safe onClick={close}>
                    Close
                  </Button>
                </>
              )}
            </Loaded>
          </Dialog>
        ))}
    </Card>
  );
}

function Going({ counts }: { counts: object }) {
  const going = listOf(counts);
  return (
    <>
      <p>This cannot be undone. {going.length > 0 && "These are deleted:"}</p>
      {going.length > 0 && (
        <ul className={styles.list}>
          {going.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
    </>
  );
}
