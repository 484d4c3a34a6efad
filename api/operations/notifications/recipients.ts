// Asks the recipients of an e-mail channel whether they want its messages.
import { ProductError } from "../../../domain/errors.ts";
import { addressKey, type Recipients, unconfirmedAfter } from "../../../domain/notify/recipients.ts";
import { oneLine, truncate } from "../../../domain/text.ts";
import type { NotificationChannel } from "../../../models/notifications/schema.ts";
import { deleteOtherRecipientLinks } from "../../../models/oneTimeLinks/queries.ts";
import { membershipIn } from "../../../models/organisations/members.ts";
import { findOrganisation } from "../../../models/organisations/queries.ts";
import { usersWithAddresses } from "../../../models/users/queries.ts";
import { describeCaller } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { canMailLinks } from "../../lib/mailLink.ts";
import { countAsked } from "../../lib/sendingLimits.ts";
import { makeLinkFor } from "../people/links.ts";

/** Number of e-mails sent in parallel, so that a slow mail server neither delays 20 e-mails one by one nor is flooded. */
const AT_ONCE = 5;

/** Returns the addresses that have to confirm when `recipients` replace those in `before`. */
export async function askedFor(
  { models }: Pick<OperationContext, "models">,
  orgId: string,
  recipients: readonly string[],
  before: Recipients | null,
): Promise<string[]> {
  const asked = unconfirmedAfter(recipients, before, new Set());
  if (asked.length === 0) return [];
  const proved = new Set<string>();
  const users = await usersWithAddresses(models, asked);
  for (const user of users)
    if (user.provedBy && (await membershipIn(models, user, orgId))) proved.add(addressKey(user.email));
  return unconfirmedAfter(recipients, before, proved);
}

/**
 * Sends each address a confirmation link, which replaces earlier links. The channel stays valid whatever happens: returns the first error,
 * or null.
 */
export async function askRecipients(
  ctx: OperationContext,
  caller: Caller,
  channel: NotificationChannel,
  addresses: readonly string[],
): Promise<ProductError | null> {
  if (addresses.length === 0) return null;
  if (!canMailLinks(ctx))
    return new ProductError(
      "unavailable",
      "Recipients cannot be asked to confirm. The operator of this service must set SVC_SMTP_HOST, SVC_SMTP_FROM and SVC_PUBLIC_URL.",
    );
  const { name } = (await findOrganisation(ctx.models, channel.orgId, { name: 1 })) ?? {};
  const short = (text = "") => truncate(oneLine(text), 60);
  const words = {
    subject: "Confirm messages from Plumbline",
    text: `${short(describeCaller(caller))} of "${short(name)}" wants Plumbline to mail you the messages of the channel "${short(channel.name)}". You get none unless you confirm. The link works once, for 7 days:`,
  };
  const problems: ProductError[] = [];
  const ask = async (email: string) => {
    try {
      await countAsked(ctx, channel.orgId);
      const wanted = { kind: "recipient" as const, orgId: channel.orgId, channelId: channel._id, email };
      const { link } = await makeLinkFor(ctx, { ...wanted, createdBy: describeCaller(caller) }, words);
      await deleteOtherRecipientLinks(ctx.models, { ...wanted, except: link._id });
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      problems.push(error);
    }
  };
  for (let at = 0; at < addresses.length; at += AT_ONCE) await Promise.all(addresses.slice(at, at + AT_ONCE).map(ask));
  return problems[0] ?? null;
}
