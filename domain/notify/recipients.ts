// Who of an e-mail channel's recipients gets its messages: those who confirmed, and members whose address is proved.

/** What is kept of a channel. `unconfirmed` holds addresses in lower case; channels from before the question have none. */
export type Recipients = { recipients: readonly string[]; unconfirmed?: readonly string[] };

/** One mailbox, however it is typed: people are known by their address in lower case too. */
export const addressKey = (address: string): string => address.toLowerCase();

const waits = ({ unconfirmed = [] }: Recipients, address: string): boolean => unconfirmed.includes(addressKey(address));

/** The recipients that messages go to. */
export const confirmedOf = (channel: Recipients): string[] => channel.recipients.filter((one) => !waits(channel, one));

/** The recipients that have not confirmed yet, as they were typed. */
export const waitingOf = (channel: Recipients): string[] => channel.recipients.filter((one) => waits(channel, one));

/**
 * Who has to confirm when `recipients` take the place of those `before` (null: there were none). `proved`: addresses in lower case
 * that need not. Who was confirmed and stays, stays confirmed; who went and comes again is asked again.
 */
export function unconfirmedAfter(
  recipients: readonly string[],
  before: Recipients | null,
  proved: ReadonlySet<string>,
): string[] {
  const kept = new Set(before === null ? [] : confirmedOf(before).map(addressKey));
  return [...new Set(recipients.map(addressKey))].filter((one) => !kept.has(one) && !proved.has(one));
}

/** Who still has to confirm after `address` (in lower case) did; null: the channel does not mail it. */
export function unconfirmedWithout(channel: Recipients, address: string): string[] | null {
  if (!channel.recipients.some((one) => addressKey(one) === address)) return null;
  return (channel.unconfirmed ?? []).filter((one) => one !== address);
}

/** Said where a channel has nobody to mail. */
export const NOBODY_CONFIRMED = "No recipient has confirmed yet.";
