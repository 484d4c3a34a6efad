// Reads facts of the document in an isolated script world, and validates the result.

import { withoutSecrets } from "../../../domain/pillars/security/addresses.ts";
import type { SecurityPage } from "../../../domain/pillars/security/gathered.ts";
import { META_REFERRER_WORDS } from "../../../domain/pillars/security/headers.ts";

type Seen = "html" | "metaCsp" | "metaReferrer" | "resources" | "plainReferences" | "forms" | "passwordFields";
export type DocumentFacts = Pick<SecurityPage, Seen | "inlineScripts" | "inlineHandlers"> & {
  /** Texts of inline scripts, for the library search; not stored. */
  inlineTexts: string[];
};

const MAX = {
  resources: 300,
  references: 60,
  forms: 60,
  metas: 5,
  text: 16_000,
  inlineTotal: 500_000,
  handlers: 20_000,
};

/** Methods are taken from the prototypes, because an element named like a method of the document would shadow it. */
const READ = `(() => {
  const all = (selector) => Document.prototype.querySelectorAll.call(document, selector);
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name);
  const has = (element, name) => Element.prototype.hasAttribute.call(element, name);
  const some = (list, most) => { const out = []; for (let i = 0; i < list.length && i < most; i += 1) out.push(list[i]); return out; };
  const base = document.baseURI;
  const absolute = (text) => { try { return new URL(text, base).href.slice(0, 4000); } catch { return ""; } };
  const meta = (name, kind) => some(all("meta"), 500).filter((m) => (attribute(m, kind) || "").trim().toLowerCase() === name)
    .slice(0, ${MAX.metas}).map((m) => (attribute(m, "content") || "").slice(0, ${MAX.text}));
  const typeOf = (script) => (attribute(script, "type") || "").trim().toLowerCase();
  // Other types are data, such as scripts that wait for consent: browsers do not load them.
  const runs = (script) => /^(?:module|(?:text|application)\\/(?:x-)?(?:java|ecma|j|live)script[\\d.]*)?$/.test(typeOf(script));
  // Browsers always request modules as if they had the attribute.
  const resource = (element, kind, name) => ({ kind, url: absolute(attribute(element, name) || ""),
    integrity: (attribute(element, "integrity") || "").trim() !== "",
    crossorigin: has(element, "crossorigin") || (kind === "script" && typeOf(element) === "module") });
  const active = new Set(["script", "iframe", "link", "object", "embed"]);
  const plain = some([...all("[src^='http:' i],link[rel~='stylesheet' i][href^='http:' i],object[data^='http:' i]")]
    .filter((e) => e.localName !== "script" || runs(e))
    .sort((a, b) => active.has(b.localName) - active.has(a.localName)), ${MAX.references});
  const forms = some(all("form"), ${MAX.forms});
  const scripts = all("script:not([src])");
  let room = ${MAX.inlineTotal};
  const texts = [];
  for (const script of some(scripts, 100)) {
    if (room <= 0) break;
    const text = (script.textContent || "").slice(0, room);
    room -= text.length;
    texts.push(text);
  }
  const referrers = meta("referrer", "name");
  let handlers = 0;
  for (const element of some(all("*"), ${MAX.handlers})) {
    for (const name of Element.prototype.getAttributeNames.call(element)) if (name.startsWith("on")) handlers += 1;
  }
  return {
    html: document.contentType === "text/html" || document.contentType === "application/xhtml+xml",
    metaCsp: meta("content-security-policy", "http-equiv"),
    // A later one overrides those before, unless its value is unknown.
    metaReferrer: referrers.findLast((text) => ${JSON.stringify(META_REFERRER_WORDS)}.includes(text.trim().toLowerCase()))
      ?? referrers[0] ?? null,
    resources: [
      ...some([...all("script[src]")].filter(runs), ${MAX.resources / 2}).map((e) => resource(e, "script", "src")),
      ...some(all("link[rel~='stylesheet' i][href]"), ${MAX.resources / 2}).map((e) => resource(e, "style", "href")),
    ],
    plainReferences: plain.map((e) => ({ tag: e.localName, active: active.has(e.localName),
      url: absolute(attribute(e, "src") || attribute(e, "href") || attribute(e, "data") || "") })),
    forms: forms.map((e) => ({ action: absolute(attribute(e, "action") || ""), method: (attribute(e, "method") || "get").toLowerCase().slice(0, 10),
      password: Element.prototype.querySelector.call(e, "input[type='password' i]") !== null })),
    passwordFields: all("input[type='password' i]").length,
    inlineScripts: scripts.length,
    inlineHandlers: handlers,
    inlineTexts: texts,
  };
})()`;

export const READ_DOCUMENT = READ;

/** The result comes from a hostile page: every field is validated and bounded again. */
export function documentFacts(answer: unknown): DocumentFacts {
  const record = asRecord(answer);
  return {
    html: record.html === true,
    metaCsp: list(record.metaCsp, MAX.metas).map((one) => text(one, MAX.text)),
    metaReferrer: typeof record.metaReferrer === "string" ? text(record.metaReferrer, 200) : null,
    resources: list(record.resources, MAX.resources).map((one) => {
      const { kind, url, integrity, crossorigin } = asRecord(one);
      return {
        kind: kind === "script" ? "script" : "style",
        url: withoutSecrets(text(url, 4_000)),
        integrity: integrity === true,
        crossorigin: crossorigin === true,
      };
    }),
    plainReferences: list(record.plainReferences, MAX.references).map((one) => {
      const { tag, url, active } = asRecord(one);
      return { tag: text(tag, 20), url: withoutSecrets(text(url, 4_000)), active: active === true };
    }),
    forms: list(record.forms, MAX.forms).map((one) => {
      const { action, method, password } = asRecord(one);
      return { action: withoutSecrets(text(action, 4_000)), method: text(method, 10), password: password === true };
    }),
    passwordFields: count(record.passwordFields),
    inlineScripts: count(record.inlineScripts),
    inlineHandlers: count(record.inlineHandlers),
    inlineTexts: list(record.inlineTexts, 100).map((one) => text(one, MAX.inlineTotal)),
  };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const list = (value: unknown, most: number): unknown[] => (Array.isArray(value) ? value.slice(0, most) : []);
const text = (value: unknown, most: number): string => (typeof value === "string" ? value.slice(0, most) : "");
const count = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), 0), 1e9) : 0;
