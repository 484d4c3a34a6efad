// Issue proofs on the dashboard.
import { TICKET_LIMITS } from "../../../domain/proof/ticket.ts";
import { resolveProject } from "../../lib/access.ts";
import { MAX_LIMIT } from "../../lib/paging.ts";
import { closed, flag, text, wholeNumber } from "../../lib/validate.ts";
import { placeOf } from "../../operations/projects/place.ts";
import {
  cancelIssueProof,
  listIssueProofs,
  readIssueProofJob,
  startIssueProof,
} from "../../operations/proofs/proofs.ts";
import { done } from "../answers/accounts.ts";
import { appProof, appProofs, appStartedProof } from "../answers/app/proofs.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { edits, inProject, reads, UNKNOWN_PROJECT } from "./shared.ts";

const ofProof = { ...inProject, jobId: "Id of the proof's job" };
const UNKNOWN = "The project or the proof is unknown.";

const start = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/proofs",
  id: "startAppProof",
  summary: "Prove a ticket, by its key or its text",
  description:
    "`text` is a ticket as it was pasted: its first line is the title, and the key is read from it unless it is given. `again` is a proof whose ticket is proven again; `scenarioId` and `eventId` are of its candidates, picked by a person.",
  allowed: `${edits.allowed}; plans that have functional tests and tracking`,
  params: inProject,
  body: closed({
    issueKey: text(TICKET_LIMITS.key),
    text: text(TICKET_LIMITS.description + TICKET_LIMITS.title),
    environment: text(),
    again: text(100),
    eventId: text(200),
    scenarioId: text(300),
    reuseAudit: flag(),
  }),
  bounds: "run",
  answers: { 202: { description: "The proof is running.", json: appStartedProof } },
  refusals: {
    404: "The project, the environment or the event is unknown.",
    503: "A part of the service is unavailable.",
  },
  async handle({ ctx, caller, params, body: { environment: named, ...wish } }) {
    const { project, environment } = await placeOf(ctx, caller, params.slug, { environment: named });
    return { json: await startIssueProof(ctx, caller, { project, environment, ...wish }) };
  },
});

const list = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/proofs",
  id: "listAppProofs",
  summary: "Proofs of tickets, newest first",
  params: inProject,
  query: closed({ limit: wholeNumber(1, MAX_LIMIT), cursor: text(100) }),
  answers: { 200: { description: "A page of proofs.", json: appProofs } },
  refusals: { 404: UNKNOWN_PROJECT },
  async handle({ ctx, caller, params, query }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: await listIssueProofs(ctx, caller, { project, ...query }) };
  },
});

const read = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/proofs/{jobId}",
  id: "readAppProof",
  summary: "A proof: its status, verdict and evidence",
  params: ofProof,
  answers: { 200: { description: "The proof.", json: appProof } },
  refusals: { 404: UNKNOWN },
  async handle({ ctx, caller, params: { slug, jobId } }) {
    const project = await resolveProject(ctx, caller, slug);
    return { json: await readIssueProofJob(ctx, caller, { project, jobId }) };
  },
});

const cancel = defineEndpoint({
  ...edits,
  method: "delete",
  path: "/api/app/projects/{slug}/proofs/{jobId}",
  id: "cancelAppProof",
  summary: "Stop a proof",
  params: ofProof,
  answers: { 200: { description: "It stops, with its run.", json: done } },
  refusals: { 404: UNKNOWN, 409: "It has ended.", 503: "A part of the service is unavailable." },
  async handle({ ctx, caller, params: { slug, jobId } }) {
    await cancelIssueProof(ctx, caller, { project: await resolveProject(ctx, caller, slug), jobId });
    return { json: { success: true } };
  },
});

export const appProofEndpoints: EndpointArea = { name: "appProofs", endpoints: [start, list, read, cancel] };
