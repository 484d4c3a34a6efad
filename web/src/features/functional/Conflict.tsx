// Shown if somebody else saved the feature in the meantime: who, when, and a way to load their text without losing one's own.
import { TriangleAlert } from "lucide-react";
import { Button } from "../../components/Button.tsx";
import { CopyButton } from "../../components/Code.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import type { ApiError } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { useMembers } from "../../lib/members.ts";
import { nameOf, readable } from "../../lib/people.ts";
import { toast } from "../../lib/toast.ts";
import styles from "./Feature.module.css";

type Props = {
  error?: ApiError;
  who?: string;
  at?: string;
  version?: number;
  mine: string;
  onLoad: () => Promise<void>;
};

export function Conflict({ error, who, at, version, mine, onLoad }: Props) {
  const members = useMembers();
  const told = (error?.body ?? {}) as { updatedAt?: unknown };
  const time = at ?? (typeof told.updatedAt === "string" ? told.updatedAt : null);
  const load = useSend({ mutationFn: onLoad, onError: toast.failed });
  return (
    <section className={styles.conflict} role="alert">
      <TriangleAlert size={18} aria-hidden="true" />
      <p>
        {error
          ? readable(error.message, members)
          : `${nameOf(who ?? "", members)} saved version ${version} of this feature while you edited it.`}
        {time && (
          <>
            {" "}
            (<TimeAgo time={time} />)
          </>
        )}
      </p>
      <Button kind="primary" size="small" busy={load.isPending} onClick={() => load.mutate()}>
        Load the newer text
      </Button>
      <CopyButton text={mine} label="Copy my text" />
    </section>
  );
}
