// Sets the status of a commit on GitHub or GitLab to the current state of its runs, so that a late message never reports an old one.
import {
  commitContext,
  commitState,
  type MessageRun,
  type NotificationBody,
  worstOf,
} from "../../../domain/notify/message.ts";
import type { Attempted } from "../../../domain/notify/retries.ts";
import { type CodeHostName, codePlaceOf, HOST_TITLE } from "../../../domain/report/codePlace.ts";
import { runPagePath } from "../../../domain/report/runPage.ts";
import { conclusionOf } from "../../../domain/runs/measured.ts";
import { runSummary } from "../../../domain/runs/runSummary.ts";
import { standingRunsOfCommit } from "../../../models/runs/queries.ts";
import { findWork } from "../../../models/work/queries.ts";
import { HostError, TOKEN_SETTING } from "../../../platform/codeHosts/codeHost.ts";
import { commitStatuses } from "../../../platform/codeHosts/commitStatus.ts";
import {
  codeHostAllowList,
  configuredHosts,
  hostAccount,
  isRepositoryAllowed,
} from "../../../platform/codeHosts/configured.ts";
import { retryingFetch } from "../../../platform/codeHosts/retryingFetch.ts";
import { publicLink } from "../../../platform/publicLink.ts";
import type { NotifyDeps } from "../../deps.ts";
import type { Sender } from "../sending.ts";

const never = (note: string, status: number | null = null): Attempted => ({ outcome: "never", status, note });

const sendTo =
  (host: CodeHostName): Sender =>
  async (deps, { channel, message }) => {
    const { config, models } = deps;
    const run = message.run === null ? null : await findWork(models, "run", message.run.id);
    const place = codePlaceOf({
      host,
      ...(channel.repository !== null && { repository: channel.repository }),
      prUrl: run?.prUrl ?? null,
      hosts: configuredHosts(config),
    });
    const current = async () => (run ? standingRunsOfCommit(models, run) : []);
    let standing = await current();
    if (run && !standing.some(({ _id }) => _id === run._id))
      return {
        outcome: "delivered",
        status: null,
        note: "Nothing was sent: a newer run has the status of this commit.",
      };
    if ("problem" in place) return never(place.problem);
    const { repository } = place;
    if (!isRepositoryAllowed(config, repository))
      return never(`This service does not write to "${repository.slice(0, 100)}": see SVC_PR_REPOSITORIES.`);
    const statuses = commitStatuses(
      host,
      { ...hostAccount(config, host), repository },
      retryingFetch(codeHostAllowList(config)),
    );
    try {
      if (message.run === null) {
        await statuses.check();
        return { outcome: "delivered", status: null, note: "" };
      }
      const { commitSha: sha } = message.run;
      if (sha === null) return never("The run names no commit.");
      // A run that ends while its status is being sent must not stay pending.
      for (let told = ""; ; standing = await current()) {
        const runs = standing.map((one) => ({ id: one._id, environment: one.environmentName, ...runSummary(one) }));
        const shown = worstOf(runs) ?? asTold(message.run);
        const { state, line } = commitState(message.run.type, shown);
        if (state === told) return { outcome: "delivered", status: null, note: "" };
        const context = commitContext(message);
        const url = pageOf(deps, message, { ...message.run, id: shown.id });
        await statuses.put({ sha, state, line, context, url });
        told = state;
      }
    } catch (error) {
      if (error instanceof HostError) return refused(host, repository, error);
      throw error;
    }
  };

/** Null without a public address. Built here and not read from the message, because the status may be that of another run. */
const pageOf = (deps: NotifyDeps, { project }: NotificationBody, { id: runId, type }: MessageRun): string | null =>
  deps.config.publicUrl === null ? null : publicLink(deps, runPagePath({ projectSlug: project.slug, runId, type }));

/** For a run that no longer exists. */
const asTold = (run: MessageRun) => ({
  id: run.id,
  conclusion: conclusionOf({ ...run, summary: {} }),
  sentence: run.sentence ?? `The run ${run.id} was removed.`,
});

/** The host's full response may quote what was sent, so the note uses our own words. */
function refused(host: CodeHostName, repository: string, { status }: HostError): Attempted {
  const name = HOST_TITLE[host];
  const token = TOKEN_SETTING[host];
  const right = host === "github" ? "write access to commit statuses" : "the scope api and the role Developer";
  switch (status) {
    case 0:
      return { outcome: "again", status: null, note: `${name} did not answer.` };
    case 401:
      return never(`${name} does not accept the token in ${token}.`, status);
    case 403:
      return never(
        `${name} does not let the token in ${token} set statuses of ${repository}: it needs ${right}.`,
        status,
      );
    case 404:
    case 422:
      return never(
        `${name} does not know the commit or the repository ${repository}, or the token in ${token} may not see it.`,
        status,
      );
    default:
      return status === 429 || status >= 500
        ? { outcome: "again", status, note: `${name} answered HTTP ${status}.` }
        : never(`${name} refused the status with HTTP ${status}.`, status);
  }
}

export const sendGithubStatus = sendTo("github");
export const sendGitlabStatus = sendTo("gitlab");
