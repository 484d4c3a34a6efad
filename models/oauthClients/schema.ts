import { describeCollection, document, required } from "../lib/schema.ts";

/** An app that registered itself (RFC 7591). It has no secret, because apps prove themselves with PKCE. */
export type OauthClient = {
  _id: string;
  name: string;
  redirectUris: string[];
  /** The app's website, as it registered it. */
  uri: string | null;
  createdAt: Date;
  /** When a person last connected it; null if nobody has. */
  connectedAt: Date | null;
};

export const oauthClientSchema = document<OauthClient>({
  _id: required(String),
  name: required(String),
  redirectUris: { type: [String], required: true },
  uri: { type: String, default: null },
  createdAt: required(Date),
  connectedAt: { type: Date, default: null },
});
describeCollection(oauthClientSchema, { holds: "An app that registered itself to be connected." });
oauthClientSchema.index({ connectedAt: 1, createdAt: 1 });
