// Response schemas for accounts, members, organisations and the audit log.
import { boolean, object } from "yup";
import { LINK_KINDS } from "../../../domain/people/links.ts";
import { ROLES } from "../../../domain/people/members.ts";
import { PROOFS_ASKED } from "../../../domain/people/proof.ts";
import { PLANS } from "../../../domain/plans.ts";
import { STORED_KINDS } from "../../../domain/words/storage.ts";
import { user } from "./accounts.ts";
import {
  address,
  count,
  id,
  listOf,
  maybeNumber,
  maybeText,
  nextCursor,
  note,
  oneOf,
  rowsOf,
  text,
  texts,
  time,
  yes,
} from "./fields.ts";
import { named } from "./named.ts";

const role = () => oneOf(ROLES).required();
const SHOWN_ONCE = note("In this answer and never again");

export const signInOptions = named(
  "SignInOptions",
  object({
    password: yes(),
    oidc: object({ name: text(), url: address() })
      .nullable()
      .defined()
      .meta(note("The identity provider, and where its button leads")),
    firstStart: boolean().required().meta(note("There is no user yet")),
  }).required(),
);

export const linkView = named(
  "OneTimeLink",
  object({
    kind: oneOf(Object.keys(LINK_KINDS)).required(),
    email: maybeText(),
    name: maybeText(),
    organisation: object({ name: text() }).nullable().defined(),
    channel: object({ name: text() })
      .nullable()
      .defined()
      .meta(note("Of a recipient's link: what would mail the address")),
    role: maybeText().meta(note("Of an invitation")),
    hasAccount: boolean().required(),
    hasPassword: boolean().required(),
    proof: oneOf(PROOFS_ASKED)
      .nullable()
      .defined()
      .meta(note("How an address that was not mailed must be proved first")),
    expiresAt: time(),
  }).required(),
);

const plan = () => oneOf(PLANS).required();
const place = { id: id(), name: text(), slug: text() };

export const me = named(
  "Me",
  object({
    user: user.shape({ hasPassword: boolean().required() }),
    organisation: object({ ...place, plan: plan() }).required(),
    organisations: rowsOf({ ...place, role: role() }),
    mayCreateOrganisations: boolean().required(),
    csrfToken: text(),
  }).required(),
);

export const renamed = named("Renamed", object({ success: yes(), user }).required());

const member = object({
  id: id(),
  email: text(),
  name: text(),
  role: role(),
  joinedAt: time(),
  you: boolean().required(),
  rev: text().meta(note("Of the role; sent back with a change")),
}).required();
export const members = named("Members", object({ members: listOf(member), count: count() }).required());
export const changedMember = named(
  "ChangedMember",
  object({
    success: yes(),
    member,
    csrfToken: maybeText().meta(note("Of the caller's new session, where the member was the caller")),
  }).required(),
);

const invitation = object({
  id: id(),
  email: text(),
  role: role(),
  createdBy: text(),
  createdAt: time(),
  expiresAt: time(),
}).required();
export const invitations = named("Invitations", object({ invitations: listOf(invitation), count: count() }).required());
export const invited = named("Invited", object({ link: maybeText().meta(SHOWN_ONCE), invitation }).required());
export const handedOn = named(
  "HandedOnLink",
  object({ link: maybeText().meta(SHOWN_ONCE), expiresAt: time() }).required(),
);

export const organisation = named(
  "Organisation",
  object({
    ...place,
    plan: plan(),
    createdAt: time(),
    members: count(),
    projects: count(),
    rev: text().meta(note("Of the name; sent back with a change")),
  }).required(),
);
export const createdOrganisation = named(
  "CreatedOrganisation",
  object({ organisation: object({ ...place, plan: plan(), role: role() }).required() }).required(),
);

const quota = () => object({ used: count(), limit: maybeNumber() }).required();
export const planUsage = named(
  "PlanUsage",
  object({
    plan: plan(),
    period: text().meta(note("The month, such as 2026-01, in UTC")),
    snapshots: quota(),
    scenarios: quota(),
    pagesPerCrawl: object({ limit: maybeNumber() }).required(),
    agentsMayChange: boolean().required(),
    pillars: texts(),
    features: texts(),
    coachTokensToday: quota(),
    history: rowsOf({ period: text(), snapshots: count() }).meta(note("12 months, the oldest first")),
  }).required(),
);

const amount = { bytes: count(), artifacts: count() };
export const storage = named(
  "Storage",
  object({
    ...amount,
    limit: maybeNumber().meta(note("Bytes; null: none")),
    level: oneOf(["ok", "near", "full"]).required().meta(note("near: from 80 %; full: nothing new starts")),
    projects: rowsOf({ slug: text(), name: text(), ...amount }).meta(note("The largest first")),
    kinds: object({ countedAt: time(), of: rowsOf({ kind: oneOf(STORED_KINDS).required(), ...amount }) })
      .nullable()
      .defined()
      .meta(note("What it belongs to, as the last sweep or its plan counted it; null: nobody counted yet")),
  }).required(),
);

export const auditLog = named(
  "AuditLog",
  object({
    entries: rowsOf({
      id: id(),
      at: time(),
      who: text(),
      action: text(),
      target: text(),
      details: object().required(),
    }),
    nextCursor: nextCursor(),
  }).required(),
);
