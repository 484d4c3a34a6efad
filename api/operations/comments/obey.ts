// Executes the commands in comments and answers each comment. Every API process polls; only one of them handles a given comment.
import { answerMarker, answerText, LINK_GONE, linked, unknownCommand } from "../../../domain/comments/answers.ts";
import { type CommentCommand, commandsIn } from "../../../domain/comments/commands.ts";
import { messageOf, ProductError } from "../../../domain/errors.ts";
import { pauseAfter } from "../../../domain/notify/retries.ts";
import { runPagePath } from "../../../domain/report/runPage.ts";
import { oneLine, truncate } from "../../../domain/text.ts";
import { findCommentHook } from "../../../models/commentHooks/queries.ts";
import type { CommentHook } from "../../../models/commentHooks/schema.ts";
import {
  changeOrder,
  countAnsweredStranger,
  dueOrders,
  forgetOrders,
  takeOrder,
} from "../../../models/commentOrders/queries.ts";
import type { CommentOrder } from "../../../models/commentOrders/schema.ts";
import { findProject } from "../../../models/projects/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { HostError } from "../../../platform/codeHosts/codeHost.ts";
import {
  codeHostAllowList,
  configuredHosts,
  hostAccount,
  isRepositoryAllowed,
} from "../../../platform/codeHosts/configured.ts";
import {
  type PullRequestReader,
  pullRequestReader,
  type ReadComment,
  type ReadPull,
} from "../../../platform/codeHosts/pullRequest.ts";
import { retryingFetch } from "../../../platform/codeHosts/retryingFetch.ts";
import { writeSticky } from "../../../platform/codeHosts/stickyComment.ts";
import { publicLink } from "../../../platform/publicLink.ts";
import type { OperationContext } from "../../lib/context.ts";
import { threadOf } from "../prComment/threadOf.ts";
import { linkAuthor } from "./accounts.ts";
import { decideAll, deciderOf, runOfComment, type Subject } from "./decide.ts";
import { hashOfText } from "./receive.ts";

/** After this time the process that took the comment is considered dead. */
const WORKING_MS = 2 * 60_000;
/** Maximum age of a comment that is executed, because the state it referred to has changed since. */
const MAX_AGE_MS = 24 * 3_600_000;
const KEEP_MS = 30 * 24 * 3_600_000;
const MAX_PROBLEM = 300;
/**
 * Maximum number of answers per pull request to an author without a linked account, because in public repositories anybody can comment any
 * number of times.
 */
const MAX_STRANGER = 5;

/** Handles all due comments once. An error with one comment does not keep the others from being answered. */
export async function obeyComments(ctx: OperationContext): Promise<void> {
  const due = await dueOrders(ctx.models, ctx.now());
  for (const order of due) {
    const until = new Date(ctx.now().getTime() + WORKING_MS);
    if (await takeOrder(ctx.models, order, until)) await obey(ctx, order);
  }
  if (due.length > 0) await forgetOrders(ctx.models, new Date(ctx.now().getTime() - KEEP_MS));
}

type Work = { order: CommentOrder; hook: CommentHook; project: Project; site: string; reader: PullRequestReader };

async function obey(ctx: OperationContext, order: CommentOrder): Promise<void> {
  const { models } = ctx;
  const settle = (problem: string | null) => changeOrder(models, order._id, { dueAt: null, takenUntil: null, problem });
  try {
    const work = await workOf(ctx, order);
    if (typeof work === "string") return await settle(work);
    const answer = order.answer ?? (await answerOf(ctx, work));
    if (typeof answer !== "string") return await settle(answer.silent);
    // Stored before it is sent, so that a retry only sends it again and does not repeat the decision.
    await changeOrder(models, order._id, { answer });
    const { host, repository, projectId } = work.hook;
    const thread = await threadOf(ctx, { host, repository, prNumber: order.prNumber });
    await writeSticky(thread, answerMarker(projectId, order.commentId), answer);
    await settle(null);
  } catch (error) {
    const tries = order.tries + 1;
    const pause = isHopeless(error) ? null : pauseAfter(tries);
    const problem = truncate(oneLine(messageOf(error)), MAX_PROBLEM);
    const dueAt = pause === null ? null : new Date(ctx.now().getTime() + pause);
    await changeOrder(models, order._id, { dueAt, takenUntil: null, tries, problem });
    ctx.log("warn", "a comment could not be answered", { orderId: order._id, tries, problem });
  }
}

/** Whether retrying is pointless, because the token has to be changed first or the comment is gone. */
const isHopeless = (error: unknown): boolean =>
  error instanceof HostError && [400, 401, 403, 404, 410, 422].includes(error.status);

/** Returns what is needed to handle the comment, or a text on why there is nothing to do. */
async function workOf(ctx: OperationContext, order: CommentOrder): Promise<Work | string> {
  const hook = await findCommentHook(ctx.models, order.hookId);
  const project = await findProject(ctx.models, order.projectId);
  if (!hook || !project) return "The webhook or the project was deleted.";
  const { host, repository } = hook;
  const site = configuredHosts(ctx.config).find((one) => one.host === host)?.site;
  if (site === undefined || !isRepositoryAllowed(ctx.config, repository))
    return "The service has no token for this host, or may not write to the repository.";
  const place = { ...hostAccount(ctx.config, host), repository, prNumber: order.prNumber };
  const reader = pullRequestReader(host, place, retryingFetch(codeHostAllowList(ctx.config)));
  return { order, hook, project, site, reader };
}

const TOLD = { silent: "The author already has an answer." };

/** Returns the answer to the comment; `silent` says why it is not answered. */
async function answerOf(ctx: OperationContext, work: Work): Promise<string | { silent: string }> {
  const { order, hook, project } = work;
  // Author and time are taken from the host rather than from the webhook call, because anyone who knows the secret can sign any call.
  const comment = await work.reader.comment(order.commentId);
  if (comment.author.bot) return { silent: "An app wrote the comment." };
  if (hashOfText(comment.text) !== order.bodySha256) return { silent: "The comment was edited." };
  if (ctx.now().getTime() - comment.createdAt.getTime() > MAX_AGE_MS) return { silent: "The comment is a day old." };
  const commands = commandsIn(comment.text);
  const sentences = [...(order.sentences ?? [])];
  let review: string | null = null;
  let subject: Promise<Decider> | null = null;
  const decides = commands.filter(({ verb }) => verb === "approve" || verb === "reject").length;
  const before = await answersOfStranger(ctx, work, comment);
  if (before >= MAX_STRANGER || (before > 0 && decides === commands.length)) return TOLD;
  // Read before anything is decided, so that a failing request to the host does not leave the commands half done.
  const pull = decides > 0 ? await work.reader.pull() : null;
  for (const command of commands.slice(sentences.length)) {
    if (command.verb === "unknown") sentences.push(unknownCommand(command.word));
    else if (command.verb === "link") sentences.push(await link(ctx, work, comment, command.code));
    else if (pull !== null) {
      subject ??= deciderAndRun(ctx, work, { comment, pull, before });
      const found = await subject;
      if ("silent" in found) return found;
      sentences.push("refused" in found ? found.refused : await decide(ctx, found, order, command, comment));
      if ("runId" in found) review = reviewOf(ctx, project, found.runId);
      if ("refused" in found) break;
    }
    await changeOrder(ctx.models, order._id, { sentences });
  }
  return answerText(answerMarker(hook.projectId, order.commentId), sentences, review);
}

/**
 * Returns how often an unlinked author has been answered on this pull request (0 for a linked author), and stores the author's id with the
 * order.
 */
async function answersOfStranger(ctx: OperationContext, work: Work, { author, url }: ReadComment): Promise<number> {
  const { order, project, hook, site } = work;
  const caller = await deciderOf(ctx, { host: hook.host, site, author }, project, url);
  if (!("refused" in caller) || !caller.stranger) return 0;
  const strangerId = author.id;
  await changeOrder(ctx.models, order._id, { strangerId });
  const { hookId, prNumber } = order;
  return countAnsweredStranger(ctx.models, { hookId, prNumber, strangerId, except: order._id });
}

async function link(ctx: OperationContext, work: Work, { author, url }: ReadComment, code: string): Promise<string> {
  const { host } = work.hook;
  const done = await linkAuthor(ctx, { host, site: work.site, author, code, via: url });
  if (!done) return LINK_GONE;
  await changeOrder(ctx.models, work.order._id, { strangerId: null });
  return linked(author.login, host);
}

type Able = Subject & { caller: Exclude<Awaited<ReturnType<typeof deciderOf>>, { refused: string }> };
type Decider = Able | { refused: string } | { silent: string };

/** `before`: number of answers that the unlinked author already has on this pull request. */
async function deciderAndRun(
  ctx: OperationContext,
  work: Work,
  { comment, pull, before }: { comment: ReadComment; pull: ReadPull; before: number },
): Promise<Decider> {
  const { order, project, hook, site } = work;
  const { host, repository } = hook;
  const { author } = comment;
  const caller = await deciderOf(ctx, { host, site, author }, project, comment.url);
  if ("refused" in caller) {
    return caller.stranger && before > 0 ? TOLD : { refused: caller.refused };
  }
  const commentedAt = comment.createdAt;
  const { prNumber } = order;
  const found = await runOfComment(ctx, { project, host, repository, prNumber, pull, commentedAt });
  return "refused" in found ? found : { ...found, caller };
}

async function decide(
  ctx: OperationContext,
  { caller, ...subject }: Able,
  { prNumber }: CommentOrder,
  { verb, label }: Extract<CommentCommand, { verb: "approve" | "reject" }>,
  { url, createdAt: commentedAt }: ReadComment,
): Promise<string> {
  const note = `By a comment on #${prNumber}: ${url}`;
  try {
    return await decideAll(ctx, caller, subject, { verb, label, note, commentedAt });
  } catch (error) {
    // Errors of the operation are written for the caller, so they can be posted.
    if (error instanceof ProductError && error.code !== "unavailable") return `Nothing was changed: ${error.message}`;
    throw error;
  }
}

const reviewOf = (ctx: OperationContext, { slug: projectSlug }: Project, runId: string): string | null =>
  ctx.config.publicUrl === null ? null : publicLink(ctx, runPagePath({ projectSlug, runId, type: "vrt-test" }));
