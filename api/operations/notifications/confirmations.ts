// Recipients confirm that a channel may send them e-mail; unconfirmed ones can be asked again.
import { ProductError } from "../../../domain/errors.ts";
import { confirmRecipientOf } from "../../../models/notifications/queries.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { requireChange } from "../keys/planGate.ts";
import { goneLink, openLink, type People, spendLink } from "../people/links.ts";
import { CHANGE, reachChannel } from "./channels.ts";
import { askRecipients } from "./recipients.ts";
import { type ChannelView, viewChannel } from "./views.ts";

/** Sends the link again to everyone who has not confirmed. Tries all of them, then throws the first error. */
export async function askAgain(ctx: OperationContext, caller: Caller, id: string): Promise<ChannelView> {
  await requireChange(ctx, caller, CHANGE);
  const channel = await reachChannel(ctx, caller, id);
  const { unconfirmed = [] } = channel;
  if (unconfirmed.length === 0) throw new ProductError("conflict", "No recipient is waiting for confirmation.");
  const problem = await askRecipients(ctx, caller, channel, unconfirmed);
  await recordAudit(ctx, caller, "channel.ask", id, { recipients: unconfirmed, problem: problem?.message ?? null });
  if (problem) throw problem;
  return viewChannel(channel);
}

/** Confirms an address, so that the channel sends e-mail to it from now on. Throws `not_found` if it is no longer a recipient of the channel. */
export async function confirmRecipient(ctx: People, token: string): Promise<void> {
  const link = await openLink(ctx, token, "recipient");
  const { channelId, email, orgId } = link;
  if (!channelId || email === null) throw new Error(`The link ${link._id} confirms nothing.`);
  await spendLink(ctx, link, async () => {
    const came = await confirmRecipientOf(ctx.models, channelId, email, ctx.now());
    if (came === "gone") throw goneLink();
    if (came === "busy") throw new ProductError("conflict", "The channel is being changed. Try again.");
  });
  await recordAudit(ctx, { orgId, who: email }, "channel.confirm", channelId, { askedBy: link.createdBy });
}
