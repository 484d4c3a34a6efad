// Notification channels in the project file. Their addresses are given by variable names, stored sealed, and never returned.
import { ProductError } from "../../../domain/errors.ts";
import type { From } from "../../../domain/projectFile/accessFrom.ts";
import { channelItem } from "../../../domain/projectFile/canonical.ts";
import { canonicalText } from "../../../domain/projectFile/differences.ts";
import type { FieldChange, FileChannel, Item } from "../../../domain/projectFile/types.ts";
import { channelsOf } from "../../../models/notifications/queries.ts";
import type { NotificationChannel } from "../../../models/notifications/schema.ts";
import { makeWebhookSecret } from "../../../platform/webhookSignature.ts";
import { checkChannel, insertChannel, removeChannel, replaceChannel, secretsOf } from "../notifications/channels.ts";
import type { Present, Section, Use } from "./section.ts";

type View = FileChannel & Item["view"];

export const channelSection: Section = {
  kind: "channel",
  async present(use) {
    return (await channelsOf(use.ctx.models, use.project._id)).map((one) => presentOf(use, one));
  },
  wanted: ({ notifications }) => notifications?.map(channelItem) ?? null,
  // An address that was entered elsewhere stays if the file names none.
  target: (present, { view }) => ({ ...(present?.view.url !== undefined && { url: present.view.url }), ...view }),
  async create(use, target) {
    await insertChannel(use.ctx, use.caller, use.project, inputOf(use, target as View));
  },
  check(use, { target, present }) {
    const view = target as View;
    const before = present?.view.kind;
    if (before !== undefined && before !== view.kind)
      return [{ path: "kind", message: otherKind(view.name, String(before)) }];
    checkChannel(use.ctx, checkedInput(use, view), { making: present === undefined });
    return [];
  },
};

const otherKind = (name: string, kind: string): string =>
  `The channel "${name}" is of kind ${kind}: delete it first, or name another.`;

/** Placeholders for values that the caller did not send, so that the rest can still be checked. */
const SOME_URL = "https://example.com/";
const SOME_SECRET = makeWebhookSecret();

function checkedInput({ values }: Use, { url, secret, ...view }: View) {
  const input: Parameters<typeof checkChannel>[1] = { ...view };
  if (url) input.url = values[url.from] ?? SOME_URL;
  if (secret) input.secret = values[secret.from] ?? SOME_SECRET;
  return input;
}

/** Throws `validation_error` if a variable has no value. */
function inputOf({ values }: Use, { url, secret, ...view }: View) {
  const variables = { urlFrom: url?.from ?? null, secretFrom: secret?.from ?? null };
  const missing = Object.values(variables).filter((name) => name !== null && !Object.hasOwn(values, name));
  if (missing.length > 0)
    throw new ProductError(
      "validation_error",
      `The channel "${view.name}" needs the environment variable${missing.length > 1 ? "s" : ""} ${missing.join(", ")}.`,
    );
  return {
    ...view,
    ...(url && { url: values[url.from] ?? "" }),
    ...(secret && { secret: values[secret.from] ?? "" }),
    ...variables,
  };
}

const fromOf = (name: string | null | undefined): From | undefined => (name ? { from: name } : undefined);

function presentOf(use: Use, stored: NotificationChannel): Present {
  const { name, kind, events, branches, enabled, recipients, repository, urlFrom, secretFrom } = stored;
  const [url, secret] = [fromOf(urlFrom), fromOf(secretFrom)];
  return {
    ...channelItem({
      name,
      kind,
      events,
      branches,
      enabled,
      ...(url && { url }),
      ...(secret && { secret }),
      ...(recipients.length > 0 && { recipients }),
      ...(repository !== null && { repository }),
    }),
    hidden: (wanted) => valueDifferences(use, stored, wanted as View),
    async change(target) {
      const view = target as View;
      if (view.kind !== kind) throw new ProductError("conflict", otherKind(name, kind));
      await replaceChannel(use.ctx, use.caller, stored, inputOf(use, view));
    },
    remove: () => removeChannel(use.ctx, use.caller, stored),
  };
}

/** Reports that values differ, but never what they are. Without the values only the variable names can be compared. */
function valueDifferences({ ctx, values }: Use, stored: NotificationChannel, wanted: View): FieldChange[] {
  const held = stored.sealed === null ? null : secretsOf(ctx, stored);
  return (["url", "secret"] as const).flatMap((field) => {
    const from = wanted[field];
    const value = from && values[from.from];
    if (!from || value === undefined || held === null || held[field] === value) return [];
    return canonicalText(from) === canonicalText(fromOf(stored[`${field}From`]))
      ? [{ path: field, from: "another value", to: `value of ${from.from}` }]
      : [];
  });
}
