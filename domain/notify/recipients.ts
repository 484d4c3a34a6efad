// Decides which recipients of an email channel get its messages: those who confirmed, and members whose address is verified.

/** Stored data of a channel. `unconfirmed` contains addresses in lower case; channels created before confirmation existed have none. */
export type Recipients = { recipients: readonly string[]; unconfirmed?: readonly string[] };

/** Returns the key of a mailbox regardless of case, in the form in which people are stored. */
export const addressKey = (address: string): string => address.toLowerCase();

const waits = ({ unconfirmed = [] }: Recipients, address: string): boolean => unconfirmed.includes(addressKey(address));

/** Returns the recipients that get messages. */
export const confirmedOf = (channel: Recipients): string[] => channel.recipients.filter((one) => !waits(channel, one));

/** Returns the recipients that have not confirmed yet, as they were entered. */
export const waitingOf = (channel: Recipients): string[] => channel.recipients.filter((one) => waits(channel, one));

/**
 * Returns who must confirm after `recipients` replace those of `before` (null if there were none). `proved`: lower-case addresses that
 * need no confirmation. Recipients that stay remain confirmed; those that were removed and are added again must confirm again.
 */
export function unconfirmedAfter(
  recipients: readonly string[],
  before: Recipients | null,
  proved: ReadonlySet<string>,
): string[] {
  const kept = new Set(before === null ? [] : confirmedOf(before).map(addressKey));
  return [...new Set(recipients.map(addressKey))].filter((one) => !kept.has(one) && !proved.has(one));
}

/** Returns who still has to confirm after `address` (in lower case) has, or null if the channel does not email it. */
export function unconfirmedWithout(channel: Recipients, address: string): string[] | null {
  if (!channel.recipients.some((one) => addressKey(one) === address)) return null;
  return (channel.unconfirmed ?? []).filter((one) => one !== address);
}

/** Message for a channel without anybody to email. */
export const NOBODY_CONFIRMED = "No recipient has confirmed yet.";
