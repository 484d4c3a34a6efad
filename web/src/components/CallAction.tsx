// Button for a call that the service suggests: links to the matching screen if the call only reads, makes the call if it changes something.
import { callTool } from "../lib/api.ts";
import { useChange } from "../lib/change.ts";
import { useMay } from "../lib/session.ts";
import { screenOf } from "../lib/toolScreens.ts";
import { Button } from "./Button.tsx";
import { ButtonLink } from "./Links.tsx";

type Call = { label: string; tool: string; args: object; needsConfirm: boolean };
/** `named`: the button shows the call's label; otherwise just "Open" or "Apply", because the label stands beside it. */
type Props = { call: Call; project: string; named?: boolean };

export function CallAction({ call, project, named = false }: Props) {
  const { write } = useMay();
  const made = useChange(() => callTool(call.tool, { ...call.args, confirm: true }), {
    stale: "run",
    say: ({ summary }) => summary,
  });
  if (!call.needsConfirm) return <ButtonLink to={screenOf(project, call)}>{named ? call.label : "Open"}</ButtonLink>;
  if (!write) return null;
  return (
    <Button busy={made.isPending} onClick={() => made.mutate(undefined)} title={call.label}>
      {named ? call.label : "Apply"}
    </Button>
  );
}
