// Review requests: asking people to review a run, removing a request, and marking one as done.
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { runPagePath } from "../../../domain/report/runPage.ts";
import { runNoun } from "../../../domain/runTypes.ts";
import { noteChange } from "../../../models/changes/queries.ts";
import { findProject } from "../../../models/projects/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import {
  askPerson,
  requestsOfRun,
  restoreRequest,
  setDone,
  takeBackRequest,
} from "../../../models/reviewRequests/queries.ts";
import type { ReviewRequest } from "../../../models/reviewRequests/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { describeCaller, requireReadRight, requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type DirectoryEntry, directoryOf, nameOfCaller } from "../../lib/directory.ts";
import { holdRuns } from "../../lib/holdRun.ts";
import { tellPerson } from "../../lib/tellPerson.ts";
import { reviewableRun } from "../visual/review.ts";

/** Exactly one field must be set. `restore`: person whose request was removed. `done`: for the caller's own request. */
export type RequestInput = {
  ask?: { people: string[]; note?: string };
  takeBack?: string;
  restore?: string;
  done?: boolean;
};

/** Maximum number of requests per run; with more, people wait for each other. */
const MAX_REQUESTS = 30;

const stateOf = ({ doneAt, lookedAt }: ReviewRequest) => (doneAt ? "done" : lookedAt ? "looked" : "asked");

const requestView = (request: ReviewRequest) => ({
  email: request.email,
  state: stateOf(request) as "asked" | "looked" | "done",
  askedBy: request.askedBy,
  askedAt: request.askedAt.toISOString(),
  note: request.note,
  lookedAt: request.lookedAt?.toISOString() ?? null,
  doneAt: request.doneAt?.toISOString() ?? null,
});

/** Returns who was asked, and who is asked by default. */
export async function readRequests(ctx: OperationContext, caller: Caller, runId: string) {
  requireReadRight(caller);
  const run = await reviewableRun(ctx, caller, runId);
  return viewOf(ctx, run, caller.orgId);
}

async function viewOf(ctx: OperationContext, run: Run, orgId: string, already: readonly string[] = []) {
  const [requests, project, directory] = await Promise.all([
    requestsOfRun(ctx.models, run._id),
    findProject(ctx.models, run.projectId, { settings: 1 }),
    directoryOf(ctx, orgId),
  ]);
  return {
    runId: run._id,
    requests: requests.map(requestView),
    reviewers: (project?.settings?.review?.reviewers ?? []).filter((email) => mayReview(directory.get(email))),
    already: [...already],
  };
}
export type RequestsView = Awaited<ReturnType<typeof readRequests>>;

const mayReview = (person: DirectoryEntry | undefined): boolean => person !== undefined && person.role !== "viewer";

export async function changeRequests(
  ctx: OperationContext,
  caller: Caller,
  runId: string,
  { ask, takeBack, restore, done }: RequestInput,
): Promise<RequestsView> {
  // Anyone who was asked may mark their request as done, even after they became a viewer.
  if (done === undefined) requireRight(caller, "mcpWrite");
  else requireReadRight(caller);
  const run = await reviewableRun(ctx, caller, runId);
  const given = [ask, takeBack, restore, done].filter((one) => one !== undefined);
  if (given.length !== 1) throw fieldError("ask", "Pass one of ask, takeBack, restore and done.");
  if (ask || restore !== undefined) await holdRuns(ctx, [run._id]);
  const already = ask ? await askPeople(ctx, caller, run, ask) : [];
  if (takeBack !== undefined) await takeBackFrom(ctx, caller, run, takeBack);
  if (restore !== undefined) await restoreTo(ctx, caller, run, restore);
  if (done !== undefined) await finish(ctx, caller, run, done);
  return viewOf(ctx, run, caller.orgId, already);
}

/** Returns who had already been asked. Throws if that is everybody, or if somebody cannot review. */
async function askPeople(
  ctx: OperationContext,
  caller: Caller,
  run: Run,
  { people, note }: NonNullable<RequestInput["ask"]>,
): Promise<string[]> {
  const directory = await directoryOf(ctx, caller.orgId);
  const emails = [...new Set(people.map((one) => one.toLowerCase()))];
  for (const [index, email] of emails.entries()) {
    const person = directory.get(email);
    if (!person) throw fieldError(`ask.people[${index}]`, `${email} is not a member of this organisation.`);
    if (!mayReview(person))
      throw fieldError(`ask.people[${index}]`, `${person.name} may only look: a reviewer needs the role editor.`);
  }
  const known = await requestsOfRun(ctx.models, run._id);
  const fresh = emails.filter((email) => !known.some((one) => one.email === email));
  if (known.length + fresh.length > MAX_REQUESTS)
    throw new ProductError("conflict", `At most ${MAX_REQUESTS} people can be asked to review a run.`);
  const project = await findProject(ctx.models, run.projectId);
  const asked: ReviewRequest[] = [];
  for (const email of emails) {
    const { orgId, projectId, _id: runId } = run;
    const by = { askedBy: describeCaller(caller), askedAt: ctx.now(), note: note || null };
    const request = await askPerson(ctx.models, { orgId, projectId, runId, email, ...by });
    if (request) asked.push(request);
  }
  const already = emails.filter((email) => !asked.some((one) => one.email === email));
  if (asked.length === 0) throw new ProductError("conflict", alreadyAsked(already, known, directory));
  await recordAudit(ctx, caller, "review.ask", run._id, { people: asked.map(({ email }) => email) });
  await noted(ctx, caller, run);
  if (project) for (const request of asked) await tellAsked(ctx, caller, { run, project, request, directory });
  return already;
}

function alreadyAsked(
  emails: readonly string[],
  known: readonly ReviewRequest[],
  directory: ReadonlyMap<string, DirectoryEntry>,
): string {
  const name = (email: string) => directory.get(email)?.name ?? email;
  const by = known.find(({ email }) => email === emails[0])?.askedBy;
  return `${emails.map(name).join(" and ")} ${emails.length === 1 ? "was" : "were"} already asked${by ? ` by ${name(by)}` : ""}.`;
}

type Asked = {
  run: Run;
  project: Project;
  request: ReviewRequest;
  directory: ReadonlyMap<string, DirectoryEntry>;
};

async function tellAsked(ctx: OperationContext, caller: Caller, { run, project, request, directory }: Asked) {
  const person = directory.get(request.email);
  if (!person || request.email === describeCaller(caller)) return;
  const branch = run.branch === null ? "" : ` (branch ${run.branch})`;
  await tellPerson(ctx, project, person, {
    kind: "review",
    // Includes the time, because a request made again after the first was done or removed is a new message.
    eventId: `evt_${request._id}_${request.askedAt.getTime()}`,
    by: nameOfCaller(caller, directory),
    what: `the ${runNoun(run.type)} of ${project.name}${branch}`,
    text: request.note ?? "",
    path: runPagePath({ projectSlug: project.slug, runId: run._id, type: run.type }),
  });
}

async function takeBackFrom(ctx: OperationContext, caller: Caller, run: Run, email: string): Promise<void> {
  const gone = await takeBackRequest(ctx.models, { runId: run._id, email: email.toLowerCase(), at: ctx.now() });
  if (!gone) throw new ProductError("conflict", "This request was removed already.");
  await recordAudit(ctx, caller, "review.takeBack", run._id, { people: [gone.email], askedBy: gone.askedBy });
  await noted(ctx, caller, run);
}

/** Restores the request unchanged, with the original requester; the person is not notified again. */
async function restoreTo(ctx: OperationContext, caller: Caller, run: Run, email: string): Promise<void> {
  const back = await restoreRequest(ctx.models, run._id, email.toLowerCase());
  if (!back) throw new ProductError("conflict", "This request cannot be restored: it was not removed, or made again.");
  await recordAudit(ctx, caller, "review.restore", run._id, { people: [back.email], askedBy: back.askedBy });
  await noted(ctx, caller, run);
}

async function finish(ctx: OperationContext, caller: Caller, run: Run, done: boolean): Promise<void> {
  const who = { orgId: run.orgId, runId: run._id, email: describeCaller(caller) };
  if (!(await setDone(ctx.models, { ...who, done, at: ctx.now() })))
    throw new ProductError(
      "conflict",
      done ? "No review of this run is open for you." : "Your review is open already.",
    );
  await recordAudit(ctx, caller, done ? "review.done" : "review.notDone", run._id);
  await noted(ctx, caller, run);
}

const noted = (ctx: OperationContext, caller: Caller, { _id: id, projectId }: Run): Promise<void> =>
  noteChange(ctx.models, { kind: "reviewRequest", id, projectId, data: { by: describeCaller(caller) } });
