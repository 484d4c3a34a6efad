// Sends a message to a member. A failure never affects the action that the message is about; the list "Waiting for me" shows it in any case.
import { mailProblem, type PersonalBody, type PersonalKind, personalSummary } from "../../domain/notify/personal.ts";
import { insertDelivery, markDeliveryStarted } from "../../models/notifications/queries.ts";
import type { Project } from "../../models/projects/schema.ts";
import { publicLink } from "../../platform/publicLink.ts";
import type { OperationContext } from "./context.ts";
import type { DirectoryEntry } from "./directory.ts";
import { optional } from "./optional.ts";
import { countPersonal } from "./sendingLimits.ts";

export type PersonalMessage = {
  kind: PersonalKind;
  /** Id of the event: the same event leads to only one delivery. */
  eventId: string;
  /** Who did it, by name, and what it was done to. */
  by: string;
  what: string;
  text: string;
  /** Path below the service's URL. */
  path: string;
};

/** Mails the message if a mail server is configured, the address is verified and the person wants it. */
export async function tellPerson(
  ctx: OperationContext,
  project: Pick<Project, "_id" | "orgId" | "slug" | "name">,
  { user }: DirectoryEntry,
  { kind, eventId, by, what, text, path }: PersonalMessage,
): Promise<void> {
  const { smtpHost, smtpFrom } = ctx.config;
  const hasServer = Boolean(smtpHost && smtpFrom);
  if (user.mailsMe === false || mailProblem({ isProved: Boolean(user.provedBy), hasServer })) return;
  const body: PersonalBody = {
    id: eventId,
    type: `person.${kind}`,
    createdAt: ctx.now().toISOString(),
    summary: personalSummary(kind, by, what),
    text,
    project: { id: project._id, slug: project.slug, name: project.name },
    url: publicLink(ctx, path),
  };
  await optional(ctx, "a message for a person was not sent", { eventId }, async () => {
    await countPersonal(ctx, user.email);
    const deliveryId = `dlv_${eventId}_${user._id}`;
    await insertDelivery(ctx.models, {
      _id: deliveryId,
      orgId: project.orgId,
      projectId: project._id,
      channelId: "person",
      eventId,
      kind,
      to: user._id,
      runId: null,
      body: JSON.stringify(body),
      status: "pending",
      tries: [],
      nextTryAt: null,
      redeliveryOf: null,
      createdAt: ctx.now(),
      startedAt: null,
      endedAt: null,
    });
    // While Temporal is unavailable the delivery waits; a worker's next check starts it.
    await ctx.engine.startDelivery({ deliveryId, projectId: project._id, projectSlug: project.slug });
    await markDeliveryStarted(ctx.models, deliveryId, ctx.now());
  });
}
