// Input of notification channels, and which kind needs which field.
import type { InferType } from "yup";
import { invalidField } from "../../../domain/errors.ts";
import { judgeAddresses, parseAllowList } from "../../../domain/net/allowList.ts";
import { targetOfUrl } from "../../../domain/net/targets.ts";
import {
  BRANCH_CHOICES,
  CHANNEL_EVENTS,
  CHANNEL_KINDS,
  type ChannelKind,
  isStatusKind,
  webhookAddressProblem,
} from "../../../domain/notify/channels.ts";
import { CHANNEL_WORDS } from "../../../domain/words/channels.ts";
import type { OperationContext } from "../../lib/context.ts";
import { choice, closed, flag, listOf, requiredText, revField, text, valuesOf } from "../../lib/validate.ts";

export const MAX_CHANNELS = 50;
export const MAX_RECIPIENTS = 20;

const shared = {
  /** Address of a webhook, of Slack or of Teams. */
  url: text(2_000),
  /** For e-mail channels. */
  recipients: valuesOf(
    text(254)
      .email(({ path }) => `${path} must be an e-mail address`)
      .required(),
    MAX_RECIPIENTS,
  ),
  /** For commit statuses: owner/name on GitHub, group/name on GitLab. */
  repository: text(200),
  events: listOf(choice(CHANNEL_EVENTS).required(), CHANNEL_EVENTS.length),
  branches: choice(BRANCH_CHOICES),
  enabled: flag(),
};

export const createChannelBody = closed({
  project: text(),
  name: requiredText(100),
  kind: choice(CHANNEL_KINDS).required(),
  ...shared,
});
export type CreateChannelInput = InferType<typeof createChannelBody>;

export const changeChannelBody = closed({
  name: text(100).min(1),
  ...shared,
  /** Creates a new secret for a webhook, which the response contains. */
  newSecret: flag(),
  rev: revField(),
});
export type ChangeChannelInput = InferType<typeof changeChannelBody>;

type Place = "url" | "recipients" | "repository";
/** The field that holds the destination of each kind. `needed`: whether it is required. */
const PLACE_OF: Record<ChannelKind, { field: Place; needed: boolean }> = {
  webhook: { field: "url", needed: true },
  slack: { field: "url", needed: true },
  teams: { field: "url", needed: true },
  email: { field: "recipients", needed: true },
  github: { field: "repository", needed: false },
  gitlab: { field: "repository", needed: false },
};

/**
 * Throws `validation_error` if the destination is missing, belongs to another kind, or must not be reached. `making`: whether the channel
 * is new, so that nothing is stored yet.
 */
export function checkPlace(
  ctx: Pick<OperationContext, "config">,
  kind: ChannelKind,
  input: Partial<Pick<CreateChannelInput, Place | "events">>,
  { making }: { making: boolean },
): void {
  const { field, needed } = PLACE_OF[kind];
  const fields: Place[] = ["url", "recipients", "repository"];
  for (const other of fields)
    if (other !== field && input[other] !== undefined)
      throw invalidField(other, `is not for a channel of kind ${kind}, which takes ${field}`);
  if (making && needed && input[field] === undefined)
    throw invalidField(field, `is required for a channel of kind ${kind} (${CHANNEL_WORDS[kind]})`);
  if (field === "recipients" && input.recipients?.length === 0) throw invalidField(field, "must have an entry");
  if (isStatusKind(kind) && input.events?.length)
    throw invalidField("events", `is not for a channel of kind ${kind}, which marks each commit`);
  if (input.url !== undefined) checkUrl(ctx, input.url);
}

/**
 * Checks an address. A host name may resolve to anything when a message is sent, so it is checked again then; a literal IP address is
 * refused here.
 */
function checkUrl({ config }: Pick<OperationContext, "config">, url: string): void {
  const problem = webhookAddressProblem(url);
  if (problem !== null) throw invalidField("url", problem);
  const target = targetOfUrl(url);
  const allowed = parseAllowList(config.allowedHosts);
  if (!target?.ip || !allowed.ok) return;
  if (judgeAddresses(allowed.list, target, [target.ip]).refused)
    throw invalidField("url", "leads to a private address; an operator can allow its host in SVC_ALLOWED_HOSTS");
}
