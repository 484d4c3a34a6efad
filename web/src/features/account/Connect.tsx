// Consent page: a person decides whether an app may use the service for them, in which project, and with which permissions.
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { AppRequestView } from "../../../../api/endpoints/answers/oauth.ts";
import type { AppRequest } from "../../../../domain/oauth/request.ts";
import type { OauthScope } from "../../../../domain/oauth/scopes.ts";
import { Button } from "../../components/Button.tsx";
import { Facts } from "../../components/Facts.tsx";
import { Select } from "../../components/Field.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { get, post } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { paths } from "../../lib/paths.ts";
import { useSession } from "../../lib/session.ts";
import { useUrlState } from "../../lib/urlState.ts";
import { unpackRequest } from "./appRequest.ts";
import styles from "./Connect.module.css";
import { OrganisationChoice } from "./OrganisationChoice.tsx";

const SCOPES: Record<OauthScope, { title: string; text: string }> = {
  read: { title: "Read", text: "Results, reports and settings of the project." },
  write: { title: "Read and change", text: "Also start runs, approve screenshots and edit tests." },
};

export function Screen() {
  const session = useSession();
  const { href, pathname } = useLocation();
  const [{ request: word }] = useUrlState({ request: "" });
  const request = unpackRequest(word);
  if (session.isPending) return <Waiting />;
  // Already redirecting: doing so again would nest the address in its own `next` parameter, longer each time.
  if (pathname.endsWith(paths.signIn())) return null;
  if (session.data === null) return <Navigate to={paths.signIn()} search={{ next: href } as never} replace />;
  return (
    <main className={styles.page}>
      {request ? (
        <Asked request={request} />
      ) : (
        <Refused message="The address contains no request from an app. Start again in the app." />
      )}
    </main>
  );
}

const Waiting = () => (
  <main className={styles.page}>
    <p role="status">Loading the app's request…</p>
  </main>
);

function Refused({ message, back }: { message: string; back?: { name: string; address: string } }) {
  return (
    <section className={styles.form}>
      <h1>This app cannot be connected</h1>
      <p role="alert">{message}</p>
      {back && <a href={back.address}>Return to {back.name}</a>}
    </section>
  );
}

function Asked({ request }: { request: AppRequest }) {
  const asked = useQuery({
    queryKey: ["appRequest", request],
    queryFn: ({ signal }) => get("/api/app/oauth/request", { query: request, signal }),
    retry: false,
    // A refetch could change the choice while the person is making it.
    refetchOnWindowFocus: false,
  });
  if (asked.error) return <Refused message={asked.error.message} />;
  if (!asked.data) return <p role="status">Loading the app's request…</p>;
  const { app, problem } = asked.data;
  if (problem) return <Refused message={problem.message} back={{ name: app.returnsTo, address: problem.back }} />;
  return <Decide request={request} asked={asked.data} />;
}

function Decide({ request, asked }: { request: AppRequest; asked: AppRequestView }) {
  const { app, projects, scopes, organisation, person } = asked;
  const [project, setProject] = useState(projects.length === 1 ? (projects[0]?.slug ?? "") : "");
  const [scope, setScope] = useState<OauthScope>(
    asked.asked === "write" && scopes.includes("write") ? "write" : "read",
  );
  const decide = useSend({
    mutationFn: (allow: boolean) =>
      post("/api/app/oauth/decision", { body: allow ? { request, allow, project, scope } : { request, allow } }),
    onSuccess: ({ redirect }) => window.location.assign(redirect),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    decide.mutate(true);
  };
  const sent = decide.isPending ? decide.variables : null;
  if (decide.isSuccess)
    return (
      <section className={styles.form}>
        <h1>Back to {app.name}</h1>
        <p role="status">Your browser returns to {app.returnsTo}. You can close this page.</p>
      </section>
    );
  return (
    <form className={styles.form} onSubmit={submit}>
      <h1>Connect {app.name}?</h1>
      <p>{app.name} asks to use Plumbline for you.</p>
      <Facts
        of={{ "Returns to": app.returnsTo, "Described by": app.documentHost, You: `${person}, ${organisation}` }}
      />
      <p className={styles.warning}>
        {app.local
          ? "Any program on this computer can use this name. Continue only if you started this yourself."
          : "Apps choose their names themselves. Continue only if you started this yourself."}
      </p>
      <OrganisationChoice />
      <Select
        label="Project"
        value={project}
        onChange={setProject}
        options={[
          ...(project === ""
            ? [{ value: "", label: projects.length === 0 ? "No project yet" : "Choose a project" }]
            : []),
          ...projects.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
      />
      <fieldset className={styles.scopes}>
        <legend>The app may</legend>
        {scopes.map((one) => (
          <label key={one} className={styles.scope}>
            <input type="radio" name="scope" value={one} checked={scope === one} onChange={() => setScope(one)} />
            <span>
              <strong>{SCOPES[one].title}</strong>
              <span className="quiet">{SCOPES[one].text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="quiet">It never does more than you may do. Disconnect it in your account at any time.</p>
      <SaveProblem error={decide.error} />
      <div className={styles.buttons}>
        <Button onClick={() => decide.mutate(false)} busy={sent === false} disabled={sent !== null}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={sent === true} disabled={sent !== null || project === ""}>
          Connect
        </Button>
      </div>
    </form>
  );
}
