// Button for a call that the service suggests: links to the matching screen if the call only reads, makes the call if it changes something.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callTool } from "../lib/api.ts";
import { staleRuns } from "../lib/runs.ts";
import { useMay } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { screenOf } from "../lib/toolScreens.ts";
import { Button } from "./Button.tsx";
import { ButtonLink } from "./Links.tsx";

type Call = { label: string; tool: string; args: object; needsConfirm: boolean };
/** `named`: the button shows the call's label; otherwise just "Open" or "Apply", because the label stands beside it. */
type Props = { call: Call; project: string; named?: boolean };

export function CallAction({ call, project, named = false }: Props) {
  const { write } = useMay();
  const queries = useQueryClient();
  const made = useMutation({
    mutationFn: () => callTool(call.tool, { ...call.args, confirm: true }),
    onSuccess: ({ summary }) => {
      toast.say(summary);
      void staleRuns(queries);
    },
    onError: toast.failed,
  });
  if (!call.needsConfirm) return <ButtonLink to={screenOf(project, call)}>{named ? call.label : "Open"}</ButtonLink>;
  if (!write) return null;
  return (
    <Button busy={made.isPending} onClick={() => made.mutate()} title={call.label}>
      {named ? call.label : "Apply"}
    </Button>
  );
}
