// Whether the person gets e-mail about mentions, replies, review requests and assigned problems.
import { useQuery } from "@tanstack/react-query";
import { Checkbox } from "../../components/Field.tsx";
import { Card } from "../../components/Page.tsx";
import { get, post } from "../../lib/api.ts";
import { useChange } from "../../lib/change.ts";
import styles from "./SignIn.module.css";

export function MailMe() {
  const mail = useQuery({
    queryKey: ["personal mail"],
    queryFn: ({ signal }) => get("/api/app/me/mail", { signal }),
  });
  const save = useChange((wanted: boolean) => post("/api/app/me/mail", { body: { wanted } }), {
    stale: "personal mail",
    say: "Saved.",
  });
  if (!mail.data) return null;
  const { wanted, problem } = mail.data;
  return (
    <Card title="E-mail">
      <div className={styles.fields}>
        <Checkbox
          label="E-mail me when somebody mentions me, replies to me, requests my review or assigns me a problem"
          checked={save.isPending ? save.variables : wanted}
          onChange={(next) => !save.isPending && save.mutate(next)}
        />
        {wanted && problem && <p>{problem} Messages are listed under “Waiting for me” only.</p>}
      </div>
    </Card>
  );
}
