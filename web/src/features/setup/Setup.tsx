// Setup checklist of a project: what blocks tests, and how to fix it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AppSetup } from "../../../../api/endpoints/answers/app/setup.ts";
import { Button } from "../../components/Button.tsx";
import { ButtonLink, OutLink } from "../../components/Links.tsx";
import { Card, Page } from "../../components/Page.tsx";
import { Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { callTool, get } from "../../lib/api.ts";
import { useChange, useSend } from "../../lib/change.ts";
import { useCommands } from "../../lib/commands.tsx";
import { paths } from "../../lib/paths.ts";
import { startRun } from "../../lib/runs.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { useProjectSlug, useScope } from "../../lib/urlState.ts";
import { setupSentence } from "./flow.ts";
import styles from "./Setup.module.css";

type Check = AppSetup["checks"][number];

const NAMES: Record<Check["code"], string> = {
  service: "Service",
  site: "Site",
  browsers: "Browsers",
  scenarios: "Scenarios",
  baselines: "Baselines",
  protection: "Protected baselines",
  snapshots: "Snapshots",
  plan: "Plan",
  key: "Key",
  tracking_plan: "Tracking plan",
  step_library: "Functional tests",
};

const LOOKS: Record<Check["state"], { status: string; word: string }> = {
  blocker: { status: "blocks", word: "Blocks" },
  warning: { status: "warning", word: "Recommended" },
  passed: { status: "passed", word: "OK" },
};

export function Screen() {
  const project = useProjectSlug();
  const { environment } = useScope();
  const queryKey = ["setup", project, environment ?? ""];
  const read = (signal?: AbortSignal) =>
    get("/api/app/projects/{slug}/setup", { params: { slug: project }, signal, query: { environment } });
  const setup = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    // Each check makes a worker visit the site, so it must not run on every window focus.
    refetchOnWindowFocus: false,
    // Who comes back must not see what was missing before.
    gcTime: 0,
  });
  const again = () => void setup.refetch();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const capture = useSend({
    mutationFn: async () => {
      // What is shown may be old, and a baseline that was approved since must not be replaced. The query's own answer would be that of
      // another environment if one is chosen meanwhile.
      const now = await read();
      queries.setQueryData(queryKey, now);
      const { toCapture: scenarios, checks } = now;
      if (scenarios.length === 0)
        return toast.say(checks.find(({ code }) => code === "baselines")?.message ?? "There is no scenario.");
      const { runId } = await startRun({ kind: "reference", project, environment, scenarios });
      return navigate({ to: paths.run(project, runId) } as never);
    },
    stale: "run",
    onError: toast.failed,
  });
  const captureButton = (
    <Button kind="primary" busy={capture.isPending} onClick={() => capture.mutate()}>
      Capture baselines
    </Button>
  );
  useCommands([{ id: "setup-again", title: "Check setup again", group: "Setup", run: again }]);
  return (
    <Loaded query={setup}>
      {(data) => (
        <Page
          title={
            <>
              Setup <Status {...(data.ready ? { status: "passed", word: "Ready" } : { status: "blocks" })} />
            </>
          }
          text={
            <p>
              {setupSentence(data.checks)} Checked: <OutLink href={data.siteUrl}>{data.siteUrl}</OutLink>
              {data.environmentName && ` (${data.environmentName})`} from a worker.
            </p>
          }
          actions={
            <Button busy={setup.isFetching} onClick={again}>
              Check again
            </Button>
          }
        >
          <Card flush>
            <ul className={styles.checks}>
              {data.checks.map((check) => (
                <Row
                  key={check.code + check.message}
                  check={check}
                  project={project}
                  setup={data}
                  capture={captureButton}
                />
              ))}
            </ul>
          </Card>
        </Page>
      )}
    </Loaded>
  );
}

type RowProps = {
  check: Check;
  project: string;
  setup: AppSetup;
  /** The button that starts capturing. */
  capture: ReactNode;
};

function Row({ check, ...rest }: RowProps) {
  return (
    <li className={styles.check}>
      <Status {...LOOKS[check.state]} />
      <div className={styles.words}>
        <strong>{NAMES[check.code]}</strong>
        <p>{check.message}</p>
      </div>
      {check.state !== "passed" && <Clear check={check} {...rest} />}
    </li>
  );
}

/** Links to the screen that fixes a check, or starts the fix directly. */
function Clear({ check: { code }, project, setup: { toCapture }, capture }: RowProps) {
  const { write } = useMay();
  const { environment } = useScope();
  const navigate = useNavigate();
  const discover = useChange(() => callTool("tracking_discover_from_pages", { project, confirm: true }), {
    stale: "setup",
    say: ({ summary }) => summary,
  });
  const crawl = useSend({
    mutationFn: () => callTool<{ jobId: string }>("crawl_site", { project, environment, confirm: true }),
    onSuccess: ({ data }) => navigate({ to: paths.newProject(), search: { project, job: data.jobId } } as never),
    onError: toast.failed,
  });
  switch (code) {
    case "site":
      return <ButtonLink to={paths.settings(project, "environments")}>Environments and addresses</ButtonLink>;
    case "scenarios":
      return write ? (
        <Button kind="primary" busy={crawl.isPending} onClick={() => crawl.mutate()}>
          Find pages for scenarios
        </Button>
      ) : null;
    case "baselines":
      return write && toCapture.length > 0 ? capture : null;
    case "protection":
      return <ButtonLink to={paths.settings(project, "project")}>Open settings</ButtonLink>;
    case "tracking_plan":
      return write ? (
        <Button busy={discover.isPending} onClick={() => discover.mutate(undefined)}>
          Find pages for the plan
        </Button>
      ) : null;
    case "step_library":
      return <ButtonLink to={paths.functional(project)}>Functional tests</ButtonLink>;
    case "key":
      return <ButtonLink to={paths.settings(project, "keys")}>Keys</ButtonLink>;
    default:
      return null;
  }
}
